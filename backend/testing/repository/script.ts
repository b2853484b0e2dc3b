import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SCRIPTS = join(__dirname, '../../../scripts');

/** Returns a line of code that imports these names from one of the repository's scripts. */
export const importOf = (names: string, script: string): string =>
  `import { ${names} } from ${JSON.stringify(pathToFileURL(join(SCRIPTS, script)).href)};\n`;

export interface RunningScript {
  readonly process: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Resolves with the process's exit code, or with the signal that ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>;
}

/**
 * Runs code as a script in its own process. The process does not inherit the test run's lock on the clone.
 */
export function runScript(code: string, env: Readonly<Record<string, string>> = {}): RunningScript {
  const { SIEGEL_TURN: _, ...own } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const exited = once(child, 'close').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => (code ?? signal) as number,
  );
  return { process: child, output: () => text, exited };
}
