// Draws a picture of 128 by 64 pixels of one bit on a canvas.

const LIT = [191, 233, 255, 255];

export function draw(canvas, picture) {
  const bits = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  const context = canvas.getContext("2d");
  const image = context.createImageData(128, 64);
  for (let pixel = 0; pixel < 128 * 64; pixel++) {
    if (bits[pixel >> 3] & (128 >> (pixel & 7))) image.data.set(LIT, 4 * pixel);
  }
  context.putImageData(image, 0, 0);
}
