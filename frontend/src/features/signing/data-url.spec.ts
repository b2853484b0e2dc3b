import { pngDataUrl } from './data-url.js';

it('encodes a picture of any length without a change', () => {
  for (const length of [0, 1, 2, 3, 8192, 100_001]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) & 255);
    const [head, base64 = ''] = pngDataUrl(bytes).split(',');
    expect(head).toBe('data:image/png;base64');
    expect(Buffer.from(base64, 'base64').equals(Buffer.from(bytes))).toBe(true);
  }
});
