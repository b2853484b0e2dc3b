/** Number of bytes that `String.fromCharCode` takes at once in every browser. */
const PIECE = 8192;

/** A PNG as a data URL, as it is sent and shown. */
export function pngDataUrl(png: Uint8Array): string {
  let text = '';
  for (let at = 0; at < png.length; at += PIECE) text += String.fromCharCode(...png.subarray(at, at + PIECE));
  return `data:image/png;base64,${btoa(text)}`;
}
