import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** A TypeScript file that runs in a Node process of its own. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Resolves with its next line of output. @throws Error with its stderr if it ends before */
  line(): Promise<string>;
  /** Resolves when it prints this line; ignores the lines before. @throws Error as `line` does */
  untilLine(line: string): Promise<void>;
  write(line: string): void;
  /** Resolves when it has ended, which may already be the case. */
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
