import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { OperatorError } from '../platform/operator-error.js';
import type { DestructionReceipt } from '../vault/erasure.js';

/** An erasure as the list has it: whose key was destroyed, and the receipt. Nothing of it is personal. */
export interface ListedErasure extends DestructionReceipt {
  /** `nda-<id>` or `voucher-<keyed hash>`. */
  readonly stream: string;
}

/** The list cannot be written, so no erasure can be completed. */
class ErasureListUnusable extends OperatorError {
  constructor(path: string, cause: unknown) {
    super(
      `The list of erasures ${path} cannot be used: ${String(cause)}\n` +
        'It keeps erased agreements erased when a backup is restored. DATA_DIR must be a folder that lasts and can be written.',
      { cause },
    );
  }
}

const LINE_FEED = 10;

/**
 * The list of erasures outside of the database (rule:erasures-survive-a-restore): a file to which one line is
 * added for each destroyed key, on the disk before the destruction is recorded. A restored database has
 * forgotten what was erased since its backup; the list has not. Lines may be there twice, or be cut off by a
 * crash.
 */
export class ErasureList {
  readonly path: string;
  private writing: Promise<void> = Promise.resolve();

  /** @param dataDir is made where it does not exist, when there is something to write */
  constructor(dataDir: string) {
    this.path = join(dataDir, 'erasures');
  }

  /** Resolves when they are on the disk. @throws ErasureListUnusable */
  note(erasures: readonly ListedErasure[]): Promise<void> {
    if (erasures.length === 0) return Promise.resolve();
    const text = erasures.map((each) => `${JSON.stringify(lineOf(each))}\n`).join('');
    const written = this.writing.then(() => this.append(text));
    this.writing = written.catch(() => undefined);
    return written;
  }

  /**
   * From the first to the last, some at a time; none where there is no list yet.
   * @param onDamaged is told of each line that cannot be read, counted from 1
   * @throws ErasureListUnusable
   */
  async *read(onDamaged: (line: number) => void, atOnce = 1000): AsyncGenerator<readonly ListedErasure[]> {
    const input = createReadStream(this.path, 'utf8');
    let batch: ListedErasure[] = [];
    let line = 0;
    try {
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        line += 1;
        if (text === '') continue;
        const found = parse(text);
        if (found === undefined) onDamaged(line);
        else batch.push(found);
        if (batch.length < atOnce) continue;
        yield batch;
        batch = [];
      }
    } catch (error) {
      if (isMissing(error)) return;
      throw new ErasureListUnusable(this.path, error);
    } finally {
      input.destroy();
    }
    if (batch.length > 0) yield batch;
  }

  private async append(text: string): Promise<void> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      const file = await open(this.path, 'a+', 0o600);
      try {
        const { size } = await file.stat();
        // A line that a crash cut off must not swallow this one.
        const whole = size === 0 || (await lastByte(file, size)) === LINE_FEED;
        await file.appendFile(whole ? text : `\n${text}`);
        await file.sync();
        if (size === 0) await syncFolder(dirname(this.path));
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

/** A new file is there after a power failure only if its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

const lineOf = ({
  stream,
  keyId,
  destroyedAt,
  receiptKeyId,
  receiptSignature,
}: ListedErasure): ListedErasure => ({
  stream,
  keyId,
  destroyedAt,
  receiptKeyId,
  receiptSignature,
});

/** Streams of ours only: the names are given to the event store. */
const STREAM = /^(nda-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|voucher-[0-9a-f]{64})$/;

function parse(text: string): ListedErasure | undefined {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof ListedErasure, unknown>> | null;
    if (found === null || typeof found !== 'object') return undefined;
    const values = [found.stream, found.keyId, found.destroyedAt, found.receiptKeyId, found.receiptSignature];
    if (!values.every((value) => typeof value === 'string')) return undefined;
    const erasure = lineOf(found as ListedErasure);
    return STREAM.test(erasure.stream) && !Number.isNaN(Date.parse(erasure.destroyedAt))
      ? erasure
      : undefined;
  } catch {
    return undefined;
  }
}
