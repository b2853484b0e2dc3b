import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ndaAfter } from '../../nda/testing/given.js';
import { tenthUnlessLong } from '../../platform/testing/long-run.js';
import { partsOf, recordedStory, sha256 } from '../testing/signed-nda.js';
import { documentInput } from './document-input.js';
import { renderDocument } from './render-document.js';

const run = promisify(execFile);
const PRINTER = join(__dirname, '../../../dist/delivery/testing/print-document.main.js');

/**
 * Renders the same document with the built code in another process, which has another time zone and language.
 * Returns the document's hash.
 */
async function printedElsewhere(env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(process.execPath, [PRINTER], { env });
  return stdout;
}

it('the same history gives the same bytes, repeatedly and in any environment', async () => {
  const events = recordedStory();
  const input = documentInput(ndaAfter(events), events, partsOf(events));
  const hashes = new Set<string>();
  // Other documents are rendered in between. They use other letters of the same fonts.
  const others = recordedStory({
    remote: true,
    terms: { language: 'en' },
    personal: { party1Name: 'Ægir Þór Ñúñez Žižek' },
  });
  const between = documentInput(ndaAfter(others), others, partsOf(others));
  await renderDocument(between);
  for (let n = 0; n < tenthUnlessLong(20); n += 1) {
    hashes.add(sha256((await renderDocument(input)).bytes));
    await renderDocument(between);
  }
  hashes.add(await printedElsewhere({ TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' }));
  hashes.add(await printedElsewhere({ TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8' }));
  expect(hashes.size).toBe(1);
});
