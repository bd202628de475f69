// The page of a seat, for a player's phone.

import { forgetAll, listen } from "./keys.js";
import { move, send } from "./link.js";
import { goAway, hear as hearPhone } from "./phone.js";
import { connect, installAs } from "./station.js";
import { showWhose } from "./whose.js";

function hear(news) {
  if (news.seat) showWhose(news.seat);
  if (news.session) stay(news.session, news.code);
  hearPhone(news);
}

function goDark() {
  forgetAll();
  goAway();
}

function seatCode() {
  return location.pathname.split("/")[2];
}

// A seat's code is valid for one game. The table sends the next code to the seated phone. With its
// session, the phone can return even if it was asleep when the code changed.
function stay(session, code) {
  if (code && code !== seatCode()) {
    history.replaceState(null, "", `/S/${code}`);
    installAs(`${location.pathname}/manifest.webmanifest`);
  }
  move(`${seatCode()}/${session}`);
}

listen(send);
installAs(`${location.pathname}/manifest.webmanifest`);
connect(seatCode(), { hear, goDark });
