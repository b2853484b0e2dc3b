import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PRICE_FOR_BOTH, PRICE_PER_PARTY } from '@siegel/contracts/limits';

const script = join(__dirname, '../../../scripts/prices.mjs');

/**
 * Returns the output of the script that `npm run check` runs. The output has one line for each line of a file
 * that names a price (rule:prices-stand-once).
 */
const askOf = async (...folder: string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [script, ...folder]).catch(
      (failed: { stderr: string }) => failed,
    )
  ).stderr;

const share = PRICE_PER_PARTY / 100;
const both = PRICE_FOR_BOTH / 100;

describe('prices', () => {
  it('are in one file only', async () => {
    expect(await askOf()).toBe('');
  });

  it.each([
    ['frontend/src/locales/de/home.json', `{"a":"Das kostet ${share.toFixed(2).replace('.', ',')} €."}`],
    ['docs/rules.md', `It costs ${both.toFixed(2)} EUR.`],
    ['backend/src/mail/kinds/order.ts', `const total = ${PRICE_PER_PARTY};`],
    ['frontend/src/features/payment/pay.tsx', `<Money cents={${PRICE_FOR_BOTH}} />`],
  ])('are found in %s', async (file, text) => {
    const root = await mkdtemp(join(tmpdir(), 'siegel-prices-'));
    try {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), `\n${text}\n`);
      await writeFile(join(root, dirname(file), 'other.md'), `Version 2${share.toFixed(2)}.7 has 1,994 ms.`);
      expect(await askOf(root)).toMatch(new RegExp(`^${file}:2: names the price \\S+\\n$`));
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
