import { spawn } from 'node:child_process';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EVENTS_TABLE } from '../eventsourcing/event-store/postgres/schema.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { hasCode } from '../platform/errors/has-code.js';
import { BundleFault } from '../proof/bundle/bundle-files.js';
import { readBundle } from '../proof/bundle/read-bundle.js';
import { readZip } from '../proof/bundle/read-zip.js';
import { DumpRows } from '../proof/repair/dump-rows.js';
import { eventInLine, eventLine, type OfferedEvent } from '../proof/repair/event-file.js';
import type { Offered } from '../proof/repair/gather-facts.js';
import { verifyReceipt, type Receipts } from '../vault/receipts.js';
import { readArgumentFile } from './argument-file.js';
import { openFileSource } from './file-source.js';

/** The place of an event in the spool. */
interface Spooled {
  readonly at: number;
  readonly length: number;
  readonly file: string;
}

interface OfferedParts {
  readonly receipts: Pick<Receipts, 'ownKey'>;
  /** PostgreSQL's program; by default the PATH is searched for it. */
  readonly pgRestore?: string;
  /** Folder for the temporary file; by default that of the operating system. */
  readonly temporary?: string;
}

type IsWanted = (stream: string) => boolean;

/**
 * The events of the files that the operator gave (`--from`): dumps, event files and evidence bundles. Each
 * file is read once. The events of the wanted streams are written into a temporary file, and memory holds
 * only their places. So a dump may be far larger than the memory.
 */
export class OfferedEvents {
  private readonly places = new Map<string, Spooled[]>();
  private readonly receipted = new Map<string, Set<string>>();
  private size = 0;

  private constructor(
    private readonly folder: string,
    private readonly spool: FileHandle,
    private readonly parts: OfferedParts,
  ) {}

  /** @throws UsageError naming the file that cannot be used, and why */
  static async read(
    paths: readonly string[],
    isWanted: IsWanted,
    parts: OfferedParts,
  ): Promise<OfferedEvents> {
    const folder = await mkdtemp(join(parts.temporary ?? tmpdir(), 'siegel-repair-'));
    const spool = await open(join(folder, 'events'), 'wx+', 0o600);
    const offered = new OfferedEvents(folder, spool, parts);
    try {
      for (const path of paths) await readArgumentFile(path, (whole) => offered.add(whole, isWanted));
      return offered;
    } catch (error) {
      await offered.close();
      throw error;
    }
  }

  async of(stream: string): Promise<Offered> {
    const events: OfferedEvent[] = [];
    for (const { at, length, file } of this.places.get(stream) ?? []) {
      const { buffer, bytesRead } = await this.spool.read(Buffer.alloc(length), 0, length, at);
      const event = eventInLine(buffer.toString('utf8', 0, bytesRead), file);
      if (event !== undefined) events.push(event);
    }
    return { events, receipted: this.receipted.get(stream) ?? new Set() };
  }

  async close(): Promise<void> {
    await this.spool.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async add(path: string, isWanted: IsWanted): Promise<void> {
    const file = basename(path);
    switch (await kindOf(path)) {
      case 'bundle':
        return this.addBundle(path, file, isWanted);
      case 'events':
        return this.addLines(createReadStream(path), (line) => eventInLine(line, file), isWanted);
      case 'archive':
        return this.addArchive(path, file, isWanted);
      case 'dump':
        return this.addDump(createReadStream(path), file, isWanted);
    }
  }

  private async addDump(lines: Readable, file: string, isWanted: IsWanted): Promise<void> {
    const rows = new DumpRows(file, isWanted);
    await this.addLines(lines, (line) => rows.take(line), isWanted);
    if (!rows.hasEvents)
      throw new OperatorError(
        `${file} is none of the files from which events are put back: a dump with the table ${EVENTS_TABLE}, an event file, or an evidence bundle.`,
      );
  }

  /** Reads an archive of pg_dump (`--format=custom`) through pg_restore. */
  private async addArchive(path: string, file: string, isWanted: IsWanted): Promise<void> {
    const args = ['--data-only', '--schema=event_store', '--table=events', '--file=-', path];
    const child = spawn(this.parts.pgRestore ?? 'pg_restore', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const failed = ended.catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? new OperatorError(noPgRestore(file)) : error;
    });
    failed.catch(() => undefined);
    try {
      await this.addDump(child.stdout, file, isWanted);
    } catch (error) {
      // pg_restore ends only when its whole output is read.
      child.stdout.resume();
      const code = await failed;
      throw code === 0 ? error : new OperatorError(pgRestoreFailed(file, said));
    }
    if ((await failed) !== 0) throw new OperatorError(pgRestoreFailed(file, said));
  }

  private async addLines(
    stream: Readable | ReadStream,
    take: (line: string) => OfferedEvent | undefined,
    isWanted: IsWanted,
  ): Promise<void> {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      const event = take(line);
      if (event !== undefined && isWanted(event.stream)) await this.put(event);
    }
  }

  private async addBundle(path: string, file: string, isWanted: IsWanted): Promise<void> {
    const source = openFileSource(path);
    try {
      const { stream, events, receipts } = readBundle(readZip(source));
      if (!isWanted(stream)) return;
      for (const event of events) await this.put({ ...event, stream, position: undefined, file });
      const own = new Set<string>();
      for (const receipt of receipts) {
        const key = await this.parts.receipts.ownKey(receipt.keyId);
        const isOurs = key !== undefined && verifyReceipt(receipt, [key]);
        if (isOurs && receipt.stream === stream) own.add(receipt.eventHash);
      }
      this.receipted.set(stream, new Set([...(this.receipted.get(stream) ?? []), ...own]));
    } catch (error) {
      if (!(error instanceof BundleFault)) throw error;
      throw new OperatorError(`${file} is no evidence bundle of Siegel: ${error.message}`);
    } finally {
      source.close();
    }
  }

  private async put(event: OfferedEvent): Promise<void> {
    const { file, stream, position } = event;
    const line = Buffer.from(eventLine({ ...event, position: String(position ?? '') as never }), 'utf8');
    await this.spool.write(line, 0, line.length, this.size);
    const place = { at: this.size, length: line.length, file };
    this.size += line.length;
    const others = this.places.get(stream);
    if (others === undefined) this.places.set(stream, [place]);
    else others.push(place);
  }
}

const noPgRestore = (file: string): string =>
  `${file} is an archive of pg_dump, and pg_restore is not on the PATH. Turn it into a plain file where PostgreSQL is installed, and give that file: pg_restore --data-only --schema=event_store --table=events --file=events.sql ${file}`;

const pgRestoreFailed = (file: string, said: readonly Buffer[]): string =>
  `pg_restore cannot read ${file}: ${Buffer.concat(said).toString('utf8').trim().slice(0, 500)}`;

/** Compressed files, by their first bytes, and the commands that unpack them and keep the original. */
const PACKED = [
  { magic: '\u001f\u008b', by: 'gunzip --keep' },
  { magic: '\u0028\u00b5\u002f\u00fd', by: 'unzstd --keep' },
  { magic: '\u00fd7zXZ', by: 'unxz --keep' },
] as const;

type Kind = 'bundle' | 'events' | 'archive' | 'dump';

/** Determines the kind of a file from its first bytes. @throws OperatorError */
async function kindOf(path: string): Promise<Kind> {
  if ((await stat(path)).isDirectory())
    throw new OperatorError(
      'It is a folder. Give a file. ' +
        `Of a dump in folder format: pg_restore --data-only --schema=event_store --table=events --file=events.sql ${path}. ` +
        `Of another DATA_DIR: DATA_DIR=${path} siegel log:repair <stream> --save events.jsonl.`,
    );
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    const beginning = buffer.toString('latin1', 0, bytesRead);
    if (beginning.startsWith('PK\u0003\u0004')) return 'bundle';
    if (beginning === 'PGDMP') return 'archive';
    const packed = PACKED.find(({ magic }) => beginning.startsWith(magic));
    if (packed !== undefined)
      throw new OperatorError(
        `It is compressed. Unpack it first, and give the unpacked file: ${packed.by} ${path}`,
      );
    return beginning.startsWith('{') ? 'events' : 'dump';
  } finally {
    await handle.close();
  }
}
