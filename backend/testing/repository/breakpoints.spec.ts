import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** With this module, the tests set a breakpoint as an editor does: over the debugger's protocol. */
const BREAKPOINT = join(__dirname, 'breakpoint.mjs');

interface Launch {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

const { configurations } = JSON.parse(readFileSync(join(ROOT, '.vscode/launch.json'), 'utf8')) as {
  readonly configurations: readonly Launch[];
};
const launchOf = (name: string): Launch => {
  const found = configurations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

/**
 * Runs a program with a breakpoint. The breakpoint is at the line of `source` that contains `text`.
 * @returns the program's output
 */
async function stopped(source: string, text: string, words: readonly string[], cwd = ROOT): Promise<string> {
  const file = join(ROOT, source);
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = 1 + lines.findIndex((one) => one.includes(text));
  const child = spawn(process.execPath, ['--import', BREAKPOINT, ...words], {
    cwd,
    // Port 'none' is invalid, so the service ends before it opens anything.
    env: { ...process.env, BREAKPOINT: JSON.stringify({ file, line }), PORT: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  await once(child, 'close');
  return output;
}

describe('a breakpoint in a source', () => {
  it('stops the backend that the editor starts, which runs the compiled modules', async () => {
    expect(launchOf('Backend')).toMatchObject({
      program: expect.stringMatching(/\/scripts\/start\.mjs$/) as string,
      args: ['--modules'],
    });
    // The test makes the call with which `start.mjs --modules` starts the service. The two calls must be the
    // same.
    const serve = `import(${JSON.stringify(join(ROOT, 'backend/dist/cli/serve.js'))}).then((one) => one.serve())`;
    const output = await stopped('backend/src/cli/serve.ts', 'const run: Run = {', ['-e', serve]);
    expect(output).toMatch(/bound in .*serve\.js\nstopped in serve\n/);
  });

  it.each([
    ['the spec', 'close-stack.spec.ts', "['pool', 'store', 'server']"],
    ['the tested file', 'close-stack.ts', 'this.closers.push(close)'],
  ])('stops a spec that the editor runs: in %s', async (_, source, text) => {
    const { program, args, cwd } = launchOf('Backend: this spec');
    const filled = [program, ...args].map((word) =>
      word
        .replace('${workspaceFolder}', ROOT)
        .replace('${file}', join(ROOT, 'backend/src/platform/wiring/close-stack.spec.ts')),
    );
    const output = await stopped(
      `backend/src/platform/wiring/${source}`,
      text,
      filled,
      cwd?.replace('${workspaceFolder}', ROOT),
    );
    expect(output).toMatch(new RegExp(`bound in .*${source.replaceAll('.', '\\.')}\nstopped in `));
    expect(output).toContain('Tests:       ');
  });
});
