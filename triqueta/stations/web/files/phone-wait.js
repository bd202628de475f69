// Another player's turn: the last move, large, and what comes next.

import { dock } from "./phone-dock.js";
import { lastMove, next } from "./phone-event.js";
import { bar, more, strip } from "./phone-head.js";
import { rowsToWatch } from "./phone-rows.js";

export function wait(state) {
  const { open, mine } = state;
  const acting = open.players.find(({ to_act }) => to_act);
  return {
    lines: [mine.title, mine.next],
    parts: [bar(state), strip(state), lastMove(open, mine.effect), next(mine.next, mine.left, acting?.seat), rowsToWatch(state), dock(state), more(state)],
  };
}
