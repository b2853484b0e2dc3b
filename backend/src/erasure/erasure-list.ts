import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { DestructionReceipt } from '../vault/erasure.js';
import { syncFolder } from '../platform/config/sync-folder.js';
import { hasCode } from '../platform/errors/has-code.js';

/**
 * An entry of the list: the stream whose key was destroyed, and the receipt. It contains nothing personal. An
 * old line does not name the event that called for the destruction, because the receipts of that time did not
 * name it.
 */
export interface ListedErasure extends DestructionReceipt {
  /** `nda-<id>`, `voucher-<keyed hash>` or `withdrawal-<id>`. */
  readonly stream: string;
}

/** An entry with its line number. */
export interface ListedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly erasure: ListedErasure;
}

/** A position in a list. */
export interface ListPosition {
  /** Number of bytes before the position. The position is at the end of a line. */
  readonly bytes: number;
  readonly lines: number;
}

export interface ReadErasures {
  readonly lines: readonly ListedLine[];
  /** Everything before this position has been read. */
  readonly position: ListPosition;
}

export const BEGINNING: ListPosition = { bytes: 0, lines: 0 };

/** Thrown if the list cannot be read or written. While it cannot be written, no erasure can be completed. */
class ErasureListUnusable extends OperatorError {
  constructor(path: string, cause: unknown) {
    super(
      `The list of erasures ${path} cannot be used: ${String(cause)}\n` +
        'The list keeps erased agreements erased after a restore. DATA_DIR must be a permanent folder that this account can write to.',
      { cause },
    );
  }
}

const LINE_FEED = 10;

/**
 * The list of erasures outside the database (rule:erasures-survive-a-restore). The file gets one line for
 * each destroyed key, and the line is on the disk before the destruction is recorded. A restored database
 * does not contain the erasures since its backup, but the list does. A line may appear twice, or be cut off
 * by a crash.
 */
export class ErasureList {
  readonly path: string;
  private writing: Promise<unknown> = Promise.resolve();

  /**
   * @param dataDir is created by the first write if it does not exist
   * @param name name of the list's file; only a copy of the list has another name than the default
   */
  constructor(dataDir: string, name = 'erasures') {
    this.path = join(dataDir, name);
  }

  /** Resolves when the lines are on the disk. @throws ErasureListUnusable */
  async note(erasures: readonly ListedErasure[]): Promise<void> {
    if (erasures.length === 0) return;
    await this.write(erasures.map((each) => `${JSON.stringify(lineOf(each))}\n`).join(''));
  }

  /**
   * Reads the entries after the position `after`, in order and in batches. Yields each batch with the
   * position after it. The last batch may be empty. If there is no list yet, the only batch is empty.
   * @param onDamaged gets the number of each unreadable line, counted from 1
   * @throws ErasureListUnusable
   */
  async *read(
    onDamaged: (line: number) => void,
    { after = BEGINNING, batchSize = 1000 }: { after?: ListPosition; batchSize?: number } = {},
  ): AsyncGenerator<ReadErasures> {
    let { bytes, lines } = after;
    let batch: ListedLine[] = [];
    for await (const { line, ended } of this.linesFrom(bytes)) {
      const text = line.toString('utf8').trim();
      const found = parse(text);
      if (found !== undefined) batch.push({ line: lines + 1, erasure: found });
      else if (text !== '' && !MARK.test(text)) onDamaged(lines + 1);
      // The position does not move past a line that a crash cut off, so that line will be read again.
      if (ended) {
        bytes += line.length + 1;
        lines += 1;
      }
      if (batch.length < batchSize) continue;
      yield { lines: batch, position: { bytes, lines } };
      batch = [];
    }
    yield { lines: batch, position: { bytes, lines } };
  }

  /**
   * Adds a line that contains only a mark with this name. Everything before the mark has been compared with
   * the database.
   * @returns number of bytes up to the end of the line
   * @throws ErasureListUnusable
   */
  mark(name: string): Promise<number> {
    return this.write(markLine(name));
  }

  /** True if the mark's line ends at this byte. @throws ErasureListUnusable */
  async hasMark(name: string, bytes: number): Promise<boolean> {
    const line = Buffer.from(markLine(name));
    const start = bytes - line.length;
    if (start < 0) return false;
    try {
      const file = await open(this.path, 'r');
      try {
        const { buffer } = await file.read({ buffer: Buffer.alloc(line.length), position: start });
        return buffer.equals(line);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw new ErasureListUnusable(this.path, error);
    }
  }

  private async *linesFrom(start: number): AsyncGenerator<{ line: Buffer; ended: boolean }> {
    const input = createReadStream(this.path, { start });
    let rest = Buffer.alloc(0);
    try {
      for await (const chunk of input as AsyncIterable<Buffer>) {
        const bytes = Buffer.concat([rest, chunk]);
        let from = 0;
        for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
          yield { line: bytes.subarray(from, end), ended: true };
          from = end + 1;
        }
        rest = bytes.subarray(from);
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw new ErasureListUnusable(this.path, error);
    } finally {
      input.destroy();
    }
    if (rest.length > 0) yield { line: rest, ended: false };
  }

  private write(text: string): Promise<number> {
    const written = this.writing.then(() => this.append(text));
    this.writing = written.catch(() => undefined);
    return written;
  }

  /** @returns the size of the list in bytes after the write */
  private async append(text: string): Promise<number> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      const file = await open(this.path, 'a+', 0o600);
      try {
        const { size } = await file.stat();
        // A line that a crash cut off must not merge with the new lines.
        const whole = size === 0 || (await lastByte(file, size)) === LINE_FEED;
        const added = whole ? text : `\n${text}`;
        await file.appendFile(added);
        await file.sync();
        if (size === 0) await syncFolder(dirname(this.path));
        return size + Buffer.byteLength(added);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw new ErasureListUnusable(this.path, error);
    }
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>;

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0];
}

/**
 * Returns the entry as JSON members. An entry without an event gets no members for the event, because JSON
 * omits undefined members.
 */
const lineOf = ({
  stream,
  keyId,
  destroyedAt,
  eventId,
  eventHash,
  receiptKeyId,
  receiptSignature,
}: ListedErasure): Readonly<Record<keyof ListedErasure, string | undefined>> => ({
  stream,
  keyId,
  destroyedAt,
  eventId,
  eventHash,
  receiptKeyId,
  receiptSignature,
});

/**
 * The member `with` shows that the lines before the mark were compared with their streams. Older marks lack
 * this member, so everything before an older mark is compared again.
 */
const markLine = (name: string): string => `${JSON.stringify({ compared: name, with: 'streams' })}\n`;
const MARK = /^\{"compared":"[0-9a-f-]{36}"(,"with":"streams")?\}$/;

/** Matches only our own streams, because the names are passed to the event store. */
const STREAM = /^((?:nda|withdrawal)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|voucher-[0-9a-f]{64})$/;

const EVENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const NEEDED = ['stream', 'keyId', 'destroyedAt', 'receiptKeyId', 'receiptSignature'] as const;

function parse(text: string): ListedErasure | undefined {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof ListedErasure, unknown>> | null;
    if (found === null || typeof found !== 'object') return undefined;
    if (!NEEDED.every((name) => typeof found[name] === 'string') || !namesEvent(found)) return undefined;
    const { stream, keyId, destroyedAt, receiptKeyId, receiptSignature, eventId, eventHash } =
      found as ListedErasure;
    const event = eventId === undefined || eventHash === undefined ? {} : { eventId, eventHash };
    const isOurs = STREAM.test(stream) && !Number.isNaN(Date.parse(destroyedAt));
    return isOurs ? { stream, keyId, destroyedAt, ...event, receiptKeyId, receiptSignature } : undefined;
  } catch {
    return undefined;
  }
}

/** True if the entry has both `eventId` and `eventHash`. Also true if it has neither, as in old lines. */
function namesEvent({ eventId, eventHash }: Partial<Record<keyof ListedErasure, unknown>>): boolean {
  if (eventId === undefined && eventHash === undefined) return true;
  return matches(EVENT_ID, eventId) && matches(HASH, eventHash);
}

const matches = (pattern: RegExp, value: unknown): boolean =>
  typeof value === 'string' && pattern.test(value);
