// The page of the table, with the device, the seats and the felt.

import { goDark as darken, hear as hearNames, showFrame } from "./device.js";
import { forgetAll, listen } from "./keys.js";
import { send } from "./link.js";
import { showSeats } from "./seats.js";
import { goAway, hear as hearStage } from "./stage.js";
import { connect, installAs } from "./station.js";

function hear(news) {
  if (news.picture !== undefined) showFrame(news);
  if (news.seats) showSeats(news.seats);
  hearNames(news);
  hearStage(news);
}

function goDark() {
  forgetAll();
  darken();
  goAway();
}

listen(send);
installAs("/manifest.webmanifest");
connect("table", { hear, goDark });
