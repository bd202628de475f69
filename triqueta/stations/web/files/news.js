// What the page tells screen readers.

const news = document.getElementById("news");
const LATELY = 3;
let lately = [];

// Tells, politely, what has changed.
export function announce(lines) {
  news.textContent = lines.join("\n");
  lately = [lines, ...lately].slice(0, LATELY);
}

// Whether one of the last news was this line.
export const wasTold = (line) => lately.flat().includes(line);
