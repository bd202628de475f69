// The kept tiles are turned up, one by one, for all to see.

import { element } from "./dom.js";
import { backs, each, fan, tile } from "./parts.js";
import { part } from "./patch.js";
import { bar, more } from "./phone-head.js";
import { keys } from "./phone-keys.js";
import { sky } from "./phone-sky.js";

const COMPLETE = 3;

export function turned(state) {
  const { open, mine } = state;
  const step = open.reveal;
  return {
    lines: [mine.title, step?.name, step?.headline],
    className: "night",
    parts: [bar(state), ...(step ? [stage(step)] : []), players(open), keys(mine.keys), more(state)],
  };
}

function stage(step) {
  return part("stage", step, () => {
    const isUp = step.side === "face";
    const who = element("p", "who", element("b", "", step.name), ` ${step.note}`);
    const words = element("div", "", ...(isUp ? [element("h2", "", step.headline), change(step)] : []));
    const made = element("div", `hero seat-${step.seat + 1}`, sky(), who, drawing(step, isUp), words);
    made.dataset.side = step.side;
    return made;
  });
}

function drawing(step, isUp) {
  if (!isUp) return tile({ art: step.shadow ? "back-shadow" : "back", name: step.note }, { size: 190 });
  if (step.count === COMPLETE) return fan(step.art, 260, step.shadow);
  return tile({ art: step.art, name: step.headline, shadow: step.shadow }, { size: 190 });
}

function change(step) {
  const total = element("span", "total", `${step.before} → `, element("b", "", step.points));
  return element("p", "change", element("b", step.tone, step.change), total);
}

function players(open) {
  return part("turned", [open.players, open.reveal?.seat], () => element("ul", "turned", ...open.players.map((player) => row(player, player.seat === open.reveal?.seat))));
}

function row(player, isNow) {
  const tiles = [...each(player.turned).map((piece) => tile(piece, { size: 30 })), ...backs(player.backs, 30)];
  const words = element("span", "summary", player.summary);
  return element("li", `seat-${player.seat + 1}${isNow ? " now" : ""}`, element("b", "", player.name), element("span", "downs", ...tiles), words, element("b", "points", String(player.score)));
}
