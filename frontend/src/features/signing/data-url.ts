/** Number of bytes that `String.fromCharCode` takes at once in every browser. */
const CHUNK = 8192;

/** A PNG as a data URL, as it is sent and shown. */
export function pngDataUrl(png: Uint8Array): string {
  let text = '';
  for (let at = 0; at < png.length; at += CHUNK) text += String.fromCharCode(...png.subarray(at, at + CHUNK));
  return `data:image/png;base64,${btoa(text)}`;
}
