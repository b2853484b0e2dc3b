import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEYS, OPENINGS } from '../proof/bundle/bundle-files.js';
import { readZip } from '../proof/bundle/read-zip.js';
import { largeBundle } from '../proof/bundle/testing/large-bundle.js';
import { sampleBundle } from '../proof/bundle/testing/sample-bundles.js';
import { EXIT } from './command.js';
import { openFileSource } from './file-source.js';
import { verify, type VerifyCall } from './verify.js';

let folder: string;
let file: string;
let keys: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'siegel-verify-'));
  [file, keys] = [join(folder, 'bundle.zip'), join(folder, 'keys.json')];
  const bundle = sampleBundle('in-person.zip');
  await writeFile(file, bundle);
  await writeFile(keys, readZip(bundle).find(({ name }) => name === KEYS)?.bytes ?? '');
});
afterEach(() => rm(folder, { recursive: true }));

/** Returns the exit code and the output. */
async function run(more: Partial<VerifyCall> = {}): Promise<readonly [number, string]> {
  const lines: string[] = [];
  const given = { sha256: undefined, certificates: undefined, authorities: undefined };
  const call: VerifyCall = { file, lang: 'en', json: false, keys, ...given, ...more };
  return [await verify(call, (line) => lines.push(line)), lines.join('\n')];
}

describe('the verification of a bundle in a file', () => {
  it('reads all of a genuine bundle', async () => {
    expect(await run()).toEqual([EXIT.done, expect.stringMatching(/^INTACT\n/)]);
  });

  it('refuses a bundle of 100 MB by its headers, and says which file is too large', async () => {
    const { length, parts } = largeBundle(OPENINGS);
    await truncate(file, length);
    const handle = await open(file, 'r+');
    for (const [at, bytes] of parts) await handle.write(bytes, 0, bytes.length, at);
    await handle.close();
    expect(await run()).toEqual([
      EXIT.notDone,
      'BROKEN\n  A file in the bundle is larger than it is in any bundle. It was not read.\n  Place: openings.json (file_too_large)',
    ]);
    expect(await run({ lang: 'de' })).toEqual([
      EXIT.notDone,
      'VERÄNDERT\n  Eine Datei im Nachweis ist größer, als sie in einem Nachweis sein kann. Sie wurde nicht gelesen.\n  Stelle: openings.json (file_too_large)',
    ]);
    expect(await run({ json: true })).toEqual([
      EXIT.notDone,
      '{"verdict":"broken","kind":"file_too_large","at":"openings.json"}',
    ]);
  });

  it('refuses a file that is larger than any bundle', async () => {
    await truncate(file, 134_217_729);
    expect(await run()).toEqual([EXIT.notDone, expect.stringMatching(/^UNKNOWN\n {2}The file is larger/)]);
  });

  it('reports a file that cannot be opened as a wrong call', async () => {
    await expect(run({ file: folder })).rejects.toThrow('cannot be used');
    await expect(run({ file: join(folder, 'none.zip') })).rejects.toThrow('no such file');
  });
});

describe('a file that is read in parts', () => {
  it('returns each part, also beyond the size of a single read', async () => {
    await writeFile(file, '0123456789');
    const source = openFileSource(file);
    expect([source.length, source.read(0, 10).toString(), source.read(3, 5).toString()]).toEqual([
      10,
      '0123456789',
      '34',
    ]);
    expect(source.read(4, 4)).toHaveLength(0);
    await truncate(file, 4);
    expect(() => source.read(0, 10)).toThrow('became shorter');
    source.close();
  });
});
