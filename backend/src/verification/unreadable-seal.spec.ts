import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cmsRewrites } from './testing/cms-rewrites.js';
import { cmsOf, withCms } from './testing/mutations.js';
import { checked, IDENTITIES, sealed } from './testing/sealing.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/verification.md'), 'utf8');
const ROWS = [
  ...(PAGE.split('| Change | Verdict |\n')[1] ?? '')
    .split('\n\n', 1)
    .join()
    .matchAll(/^\| (.+) \| `(\w+)` \|$/gm),
];

/**
 * Maps each change in the table of docs/verification.md to the name of the rewrite (`cmsRewrites`) that makes
 * the change.
 */
const REWRITES: Readonly<Record<string, string>> = {
  'A second signer': 'a second signer',
  'A list of revocations, as RFC 5280 has it': 'a list of revocations',
  'The same, but empty: no list of RFC 5280': 'an empty list of revocations',
  'A signer named by the subject key identifier of its certificate': 'a signer named by its key',
  'A signer named by another one': 'a signer named by another key',
  'Another serial number in the signer': 'another serial number',
  'An indefinite length, or one longer than need be': 'an indefinite length',
  'Another certificate in front': 'another certificate in front',
  'The same certificate twice, or another one behind': 'its certificate twice',
};

describe('the table in docs/verification.md about seals in other encodings', () => {
  const identity = IDENTITIES.RSA();
  let changes: ReadonlyMap<string, Buffer>;
  beforeAll(async () => {
    const pdf = await sealed(await identity);
    const cms = cmsOf(pdf);
    const rewrites = new Map(cmsRewrites(cms, (await IDENTITIES['P-384']()).chain[0]));
    const digits = pdf.indexOf('/Contents <') + '/Contents <'.length;
    const cut = (bytes: number): Buffer => pdf.subarray(0, digits + bytes * 2);
    changes = new Map([
      ...Object.entries(REWRITES).map(
        ([change, name]) => [change, withCms(pdf, rewrites.get(name) ?? Buffer.of())] as const,
      ),
      ['The end cut off behind the CMS', cut(cms.length + 1)],
      ['The end cut off within the CMS', cut(cms.length - 1)],
    ]);
  });

  it('contains exactly these changes', () =>
    expect(ROWS.map(([, change]) => change)).toEqual([...changes.keys()]));

  it.each(ROWS.map(([, change = '', verdict]) => [change, verdict] as const))(
    '%s: %s',
    async (change, verdict) =>
      expect((await checked(changes.get(change) ?? Buffer.of(), { identity: await identity })).verdict).toBe(
        verdict,
      ),
  );
});
