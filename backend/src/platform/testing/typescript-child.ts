import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** A Node process that runs a TypeScript file. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /**
   * Resolves with the next line of output.
   * @throws Error with the process's stderr if the process ends first
   */
  line(): Promise<string>;
  /**
   * Resolves when the process prints this line. Ignores all lines before it.
   * @throws Error as `line` does
   */
  untilLine(line: string): Promise<void>;
  write(line: string): void;
  /** Sends the signal. Resolves when the process has ended, or at once if it had ended before. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

const LOADER = pathToFileURL(join(__dirname, '../postgres/testing/register-ts.mjs')).href;

export function runTypeScript(file: string, ...parameters: readonly string[]): Child {
  const child = spawn(process.execPath, ['--import', LOADER, file, ...parameters]);
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString('utf8')));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done === true) throw new Error(`${file} ended: ${complaints}`);
    return next.value;
  };
  return {
    process: child,
    line,
    untilLine: async (wanted) => {
      while ((await line()) !== wanted);
    },
    write: (text) => void child.stdin.write(`${text}\n`),
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}
