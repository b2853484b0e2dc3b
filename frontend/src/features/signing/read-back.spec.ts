import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../..');
/** What answers with something else than what is seen, where a browser protects its user. */
const READ_BACK =
  /\b(?:getImageData|toDataURL|toBlob|convertToBlob|measureText|drawImage|readPixels|createImageBitmap|transferToImageBitmap|captureStream)\b/;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name))
  .map((name) => join(SOURCE, name));

it('nothing on a screen is read back by any of our scripts', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => READ_BACK.test(readFileSync(file, 'utf8')))).toEqual([]);
});
