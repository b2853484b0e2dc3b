import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../..');
/**
 * Browser functions that read pixels or measurements back from the screen. In a browser that protects its
 * user against tracking, the values that these functions return may differ from the screen.
 */
const READ_BACK =
  /\b(?:getImageData|toDataURL|toBlob|convertToBlob|measureText|drawImage|readPixels|createImageBitmap|transferToImageBitmap|captureStream)\b/;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name))
  .map((name) => join(SOURCE, name));

it('our scripts never read back a part of the screen', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => READ_BACK.test(readFileSync(file, 'utf8')))).toEqual([]);
});
