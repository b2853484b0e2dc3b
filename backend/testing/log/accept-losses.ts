import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, type Environment } from '../backend/built-backend.js';

export interface AcceptedLosses {
  /** Names of the places that were accepted. */
  readonly places: readonly string[];
  /** The new LOG_ADOPTED. Without this setting in `env`, the command also keeps it in DATA_DIR. */
  readonly statement: string;
}

const STATEMENT = /^[\w-]+\.[0-9a-f]{8}\.[\w-]{43}$/;

/** Accepts everything that a restored log lost, as docs/operations/backup.md says. */
export async function acceptLosses(env: Environment): Promise<AcceptedLosses> {
  const { code, output } = await command('log:adopt', [], env);
  const lines = output.split('\n').filter((line) => /^[a-z]+-\S+@\d+/.test(line));
  expect([code, lines.length > 0]).toEqual([1, true]);
  const folder = await mkdtemp(join(tmpdir(), 'siegel-places-'));
  try {
    const file = join(folder, 'places.txt');
    await writeFile(file, lines.join('\n'));
    const accepted = await command('log:adopt', ['--accept-from', file, '--reason', 'a drill'], env);
    expect(accepted).toMatchObject({ code: 0 });
    const kept = /The statement is in (\S+)\. /.exec(accepted.output)?.[1];
    const words = kept === undefined ? accepted.output : await readFile(kept, 'utf8');
    const statement = words.split('\n').find((line) => STATEMENT.test(line));
    if (statement === undefined) throw new Error(`log:adopt made no statement: ${accepted.output}`);
    return { places: lines.map((line) => line.split(/\s/)[0] ?? ''), statement };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
