// The page of the table, with the device and the felt, and the TV page, which only watches.

import { blank, show } from "./screen.js";
import { showSeats } from "./seats.js";
import { goAway, hear as hearStage } from "./stage.js";
import { connect, installAs } from "./station.js";
import { speak } from "./words.js";

const kind = location.pathname === "/watch" ? "watch" : "table";

function hear(news) {
  if (news.picture !== undefined) show(news);
  if (news.seats) showSeats(news.seats);
  if (news.open && kind === "watch") speak(news.open.language);
  hearStage(news);
}

function goDark() {
  blank();
  goAway();
}

document.body.classList.add(kind);
installAs("/manifest.webmanifest");
connect(kind, { hear, goDark, hasKeys: kind === "table" });
