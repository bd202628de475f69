// The TV page, which only watches the table.

import { goAway, hear as hearStage } from "./stage.js";
import { connect, installAs } from "./station.js";
import { speak } from "./words.js";

function hear(news) {
  if (news.open) speak(news.open.language);
  hearStage(news);
}

installAs("/manifest.webmanifest");
connect("watch", { hear, goDark: goAway });
