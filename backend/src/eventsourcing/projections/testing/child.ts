import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { until } from '../../../testing/until.js';

export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Resolves when the child has said this line (more often than before, if it was awaited before). */
  heard(line: string): Promise<unknown>;
  write(line: string): void;
  kill(): Promise<void>;
}

const REGISTER = join(__dirname, '../../../platform/postgres/testing/register-ts.mjs');

/**
 * Runs one of the backend's TypeScript files as a process of its own. `script` is relative to
 * src/eventsourcing.
 */
export function startChild(script: string, ...args: string[]): Child {
  const child = spawn(process.execPath, [
    '--import',
    pathToFileURL(REGISTER).href,
    join(__dirname, '../..', script),
    ...args,
  ]);
  const said: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  return {
    process: child,
    heard: (line) =>
      until(() => {
        if (child.exitCode !== null) throw new Error(`the child ended: ${errors.join('')}`);
        const at = said.indexOf(line);
        if (at !== -1) said.splice(at, 1);
        return at !== -1;
      }),
    write: (line) => void child.stdin.write(`${line}\n`),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
