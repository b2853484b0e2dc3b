/** Every browser accepts this many bytes in one call of `String.fromCharCode`. */
const CHUNK = 8192;

/** Returns a PNG as a data URL, the form in which it is sent and shown. */
export function pngDataUrl(png: Uint8Array): string {
  let text = '';
  for (let at = 0; at < png.length; at += CHUNK) text += String.fromCharCode(...png.subarray(at, at + CHUNK));
  return `data:image/png;base64,${btoa(text)}`;
}
