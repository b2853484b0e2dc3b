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

/**
 * True if the source can be parsed. A guard's removal must leave valid code, because code that does not
 * compile fails every spec and proves nothing.
 */
function isCode(source: string): boolean {
  try {
    parseSync(source, { syntax: 'typescript', decorators: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that the code which `npm run test:guards` removes still exists. `npm run test:guards` takes minutes,
 * but this check takes a moment.
 */
describe.each(files)('the guards of $file', ({ file, specs, guards }) => {
  it('occur once each, leave valid code when they are removed, and name specs that exist', () => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const wrong = guards.filter(({ from, to }) => from === to || source.split(from).length !== 2);
    expect(wrong).toEqual([]);
    expect(guards.length).toBeGreaterThan(0);
    const unreadable = guards.filter(({ from, to }) => !isCode(source.replace(from, () => to)));
    expect(unreadable).toEqual([]);
    expect(specs.filter((spec) => !existsSync(join(ROOT, 'backend', spec)))).toEqual([]);
  });
});
