import { parseSync } from '@swc/core';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

interface GuardsOfFile {
  readonly file: string;
  readonly specs: readonly string[];
  readonly guards: readonly { readonly guard: string; readonly from: string; readonly to: string }[];
}
const files = JSON.parse(readFileSync(join(ROOT, 'scripts/guards.json'), 'utf8')) as readonly GuardsOfFile[];

/** What does not compile any more fails every spec, and proves nothing. */
function isCode(source: string): boolean {
  try {
    parseSync(source, { syntax: 'typescript', decorators: true });
    return true;
  } catch {
    return false;
  }
}

/** What `npm run test:guards` takes away is still there; that takes minutes, this a moment. */
describe.each(files)('the guards of $file', ({ file, specs, guards }) => {
  it('stand in it once each, leave code where they are taken away, and have specs that miss them', () => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const wrong = guards.filter(({ from, to }) => from === to || source.split(from).length !== 2);
    expect(wrong).toEqual([]);
    expect(guards.length).toBeGreaterThan(0);
    const unreadable = guards.filter(({ from, to }) => !isCode(source.replace(from, () => to)));
    expect(unreadable).toEqual([]);
    expect(specs.filter((spec) => !existsSync(join(ROOT, 'backend', spec)))).toEqual([]);
  });
});
