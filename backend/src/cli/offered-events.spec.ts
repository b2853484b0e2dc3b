import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UsageError } from '../platform/errors/operator-error.js';
import { eventLine } from '../proof/repair/event-file.js';
import { STREAM, stored, written } from '../proof/repair/testing/given-stream.js';
import { OfferedEvents } from './offered-events.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'siegel-offered-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const events = written(3).map((event) => stored(event));
const COPY = 'COPY event_store.events ("position", stream, revision, id, type, data, metadata) FROM stdin;';
const hex = (bytes: Uint8Array) => `\\\\x${Buffer.from(bytes).toString('hex')}`;
const dump = [
  COPY,
  ...events.map(({ position, stream, revision, id, type, data, metadata }) =>
    [position, stream, revision, id, type, hex(data), hex(metadata)].join('\t'),
  ),
  '\\.',
  '',
].join('\n');

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const receipts = { ownKey: async () => undefined };

async function read(paths: readonly string[], { pgRestore = 'pg_restore', temporary = tmpdir() } = {}) {
  const parts = { receipts, pgRestore, temporary };
  const offered = await OfferedEvents.read(paths, (stream) => stream === STREAM, parts);
  try {
    return (await offered.of(STREAM)).events;
  } finally {
    await offered.close();
  }
}

/** Writes a program. @returns its path */
async function program(script: string): Promise<string> {
  const path = await file('program', `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const wanted = (name: string) =>
  events.map((event) => ({ ...event, position: Number(event.position), file: name }));

describe('the files from which events are put back', () => {
  it('are plain dumps and event files, any number of them', async () => {
    const lines = await file(
      'events.jsonl',
      [JSON.stringify({ note: 1 }), ...events.map(eventLine)].join('\n'),
    );
    expect(await read([await file('plain.sql', `-- a dump\n${dump}`), lines])).toEqual([
      ...wanted('plain.sql'),
      ...wanted('events.jsonl'),
    ]);
  });

  it('are archives of pg_dump, which pg_restore turns into text', async () => {
    const text = await file('text', dump);
    const pgRestore = await program(`[ "$1" = --data-only ] && [ "$4" = --file=- ] && cat '${text}'`);
    expect(await read([await file('database.dump', 'PGDMP…')], { pgRestore })).toEqual(
      wanted('database.dump'),
    );
  });

  it('are refused with the command that helps, if pg_restore is not at hand or fails', async () => {
    const archive = await file('database.dump', 'PGDMP…');
    await expect(read([archive], { pgRestore: join(folder, 'nothing') })).rejects.toThrow(
      /pg_restore --data-only --schema=event_store --table=events --file=events.sql/,
    );
    const failing = await program('echo "unsupported version (1.16) in file header" >&2; exit 1');
    await expect(read([archive], { pgRestore: failing })).rejects.toThrow(
      /pg_restore cannot read database.dump: unsupported version/,
    );
  });

  it('are refused even if most of an archive is not read yet', async () => {
    const text = await file(
      'text',
      ['COPY event_store.events (stream) FROM stdin;', ...Array(200_000).fill('nda-1')].join('\n'),
    );
    const pgRestore = await program(`cat '${text}'`);
    await expect(read([await file('database.dump', 'PGDMP…')], { pgRestore })).rejects.toThrow(/no column/);
  });

  it('are refused by name if they are anything else', async () => {
    for (const [name, content] of [
      ['letter.txt', 'hello'],
      ['wrong.zip', 'PK\u0003\u0004…'],
    ] as const) {
      const path = await file(name, content);
      await expect(read([path])).rejects.toThrow(UsageError);
      await expect(read([path])).rejects.toThrow(name);
    }
    await expect(read([join(folder, 'missing')])).rejects.toThrow(/missing/);
    await expect(read([folder])).rejects.toThrow(
      `pg_restore --data-only --schema=event_store --table=events`,
    );
  });

  it.each([
    ['gunzip', gzipSync(dump)],
    ['unzstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])],
    ['unxz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])],
  ])('are not compressed: the message names the command %s', async (program, bytes) => {
    const path = join(folder, 'packed');
    await writeFile(path, bytes);
    await expect(read([path])).rejects.toThrow(`${program} --keep ${path}`);
  });

  it('leave no copy behind', async () => {
    // Other processes of this machine write into the folder of the operating system.
    const temporary = await mkdtemp(join(folder, 'temporary-'));
    await read([await file('plain.sql', dump)], { temporary });
    await read([await file('letter.txt', 'hello')], { temporary }).catch(() => undefined);
    expect(await readdir(temporary)).toEqual([]);
  });
});
