import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** A TypeScript file run by a Node process of its own. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves with its next line of output. @throws Error when it ends before. */
  line(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export function runTypeScript(file: string, ...parameters: readonly string[]): Child {
  const loader = pathToFileURL(join(__dirname, 'register-ts.mjs')).href;
  const child = spawn(process.execPath, ['--import', loader, file, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const next = await lines.next();
      if (next.done === true) throw new Error(`${file} ended`);
      return next.value;
    },
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}
