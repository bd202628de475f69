// What the page tells screen readers.

const news = document.getElementById("news");

// Tells, politely, what has changed.
export function announce(lines) {
  news.textContent = lines.join("\n");
}
