import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dataDirsIn } from '../platform/config/data-dirs.js';
import { syncFolder } from '../platform/config/sync-folder.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { hasCode } from '../platform/errors/has-code.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { type AdoptionInUse, isAfter } from './adoption-in-use.js';
import { nameOf } from './checkpoint-name.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';

/** A checkpoint as this backend keeps it outside of the database. */
export interface Kept {
  /** Identity of the log. */
  readonly log: string;
  /**
   * SHA-256 of LOG_ADOPTED at the time when the checkpoint was kept; null if there was none. The operator who
   * adopts a restored log makes a new statement, and the checkpoints from before no longer bind. Under an older
   * statement, as after a restore of the secrets, they do.
   */
  readonly adopted: string | null;
  readonly checkpoint: SignedCheckpoint;
}

/** The log, and the statement in use, with which kept checkpoints are compared. */
export interface LogInUse extends AdoptionInUse {
  /** Identity of the log. */
  readonly log: string;
}

const FILE = 'checkpoint';
/** The file has fewer bytes than this. */
const BYTES_MAX = 4096;

const TEXTS = ['root', 'at', 'keyId', 'signature'] as const;

/**
 * Returns the checkpoint in DATA_DIR; undefined if there is none. A file that cannot be parsed counts as none:
 * the service replaces it as a whole, so only a damaged disk leaves such a file.
 */
export async function readKeptCheckpoint(dataDir: string): Promise<Kept | undefined> {
  try {
    const bytes = await readFile(join(dataDir, FILE));
    return bytes.length > BYTES_MAX ? undefined : parseKept(bytes.toString('utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Returns the largest checkpoint in a DATA_DIR and in each folder of `lists` that binds this log; undefined if there
 * is none. A checkpoint of another log, or from before the operator's last adoption, does not bind.
 */
export const newestKept = async (
  dataDir: string | undefined,
  lists: string | undefined,
  of: LogInUse,
): Promise<SignedCheckpoint | undefined> =>
  (await keptIn(dataDir, lists))
    .filter((one) => binds(one, of))
    .map(({ checkpoint }) => checkpoint)
    .reduce<SignedCheckpoint | undefined>(
      (most, one) => (most === undefined || one.size > most.size ? one : most),
      undefined,
    );

/** Returns the digests of the statements under which checkpoints of this log were kept. */
export const keptAdoptions = async (
  dataDir: string | undefined,
  lists: string | undefined,
  log: string,
): Promise<readonly string[]> =>
  (await keptIn(dataDir, lists)).flatMap((one) => (one.log === log ? (one.adopted ?? []) : []));

async function keptIn(dataDir: string | undefined, lists: string | undefined): Promise<readonly Kept[]> {
  const folders = lists === undefined ? [] : await dataDirsIn(lists);
  const all = dataDir === undefined ? folders : [dataDir, ...folders];
  const found = await Promise.all(all.map((folder) => readableCheckpoint(folder)));
  return found.filter((one) => one !== undefined);
}

const readableCheckpoint = (folder: string): Promise<Kept | undefined> =>
  readKeptCheckpoint(folder).catch((cause: Error) => {
    throw new OperatorError(`The checkpoint kept in ${folder} cannot be read: ${cause.message}`, { cause });
  });

const binds = (kept: Kept, of: LogInUse): boolean => kept.log === of.log && !isAfter(of, kept.adopted);

function parseKept(text: string): Kept | undefined {
  try {
    const { log, adopted, checkpoint } = JSON.parse(text) as Partial<Kept>;
    const isWhole =
      typeof log === 'string' &&
      (adopted === null || typeof adopted === 'string') &&
      Number.isSafeInteger(checkpoint?.size) &&
      TEXTS.every((name) => typeof checkpoint?.[name] === 'string');
    return isWhole && checkpoint !== undefined ? { log, adopted, checkpoint } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the checkpoint in DATA_DIR. Resolves when the file is on the disk. A crash leaves either the old
 * file or the new one.
 */
export async function writeKeptCheckpoint(
  dataDir: string,
  { log, adopted, checkpoint: { size, root, at, keyId, signature } }: Kept,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const aside = `${path}.${randomUUID()}`;
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(
        `${JSON.stringify({ log, adopted, checkpoint: { size, root, at, keyId, signature } })}\n`,
      );
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(aside, { force: true });
  }
}

const isThere = (dataDir: string): Promise<boolean> =>
  access(join(dataDir, FILE)).then(
    () => true,
    () => false,
  );

/** Removes what a killed process left beside the file. */
async function removeAsides(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => []))
    if (name.startsWith(`${FILE}.`)) await rm(join(dataDir, name), { force: true }).catch(() => undefined);
}

interface KeepingParts extends LogInUse {
  /** Undefined for a process that keeps the checkpoint in memory alone. */
  readonly dataDir?: string | undefined;
  readonly logger: Logger;
}

/**
 * The newest checkpoint that this backend saw, whole with its signature, in memory and in DATA_DIR
 * (rule:newest-checkpoint-is-kept). Somebody who writes rows can put back the whole database, and nothing in
 * it shows that. This copy shows it.
 *
 * Without a DATA_DIR that can be written, the memory alone keeps it, until the process ends.
 */
export class KeptCheckpoint {
  private writing: Promise<void> = Promise.resolve();
  private isUnwritten = false;
  /**
   * Number of leaves that the tree had when it was last looked at. Undefined if it is not expected to grow.
   */
  private grownTo: number | undefined;

  private constructor(
    private readonly parts: KeepingParts,
    private kept: SignedCheckpoint | undefined,
  ) {}

  /** Reads what an earlier process kept, unless it is of another log or from before an adoption. */
  static async open(parts: KeepingParts): Promise<KeptCheckpoint> {
    const { dataDir, logger } = parts;
    if (dataDir === undefined) return new KeptCheckpoint(parts, undefined);
    const kept = await readKeptCheckpoint(dataDir);
    if (kept === undefined && (await isThere(dataDir)))
      logger.warn(
        { file: join(dataDir, FILE) },
        'The checkpoint that this backend kept cannot be read. Is the disk damaged? It is replaced by the next one.',
      );
    const isBinding = kept !== undefined && binds(kept, parts);
    if (kept !== undefined && !isBinding)
      logger.info(
        { size: kept.checkpoint.size },
        'The checkpoint in DATA_DIR is of another log, or from before the log was adopted. It is replaced by the next one.',
      );
    await removeAsides(dataDir);
    return new KeptCheckpoint(parts, isBinding ? kept.checkpoint : undefined);
  }

  get newest(): SignedCheckpoint | undefined {
    return this.kept;
  }

  /**
   * Notes that the tree lacks leaves of the kept checkpoint only because the database was restored to an
   * older state than the event store. The checkpointer appends these leaves.
   * @param leaves number of leaves of the tree
   */
  expectGrowth(leaves: number): void {
    this.grownTo = leaves;
  }

  /**
   * True as long as the tree grows into that of the kept checkpoint (`expectGrowth`), and when it has just
   * reached that size. A tree that became smaller was changed by somebody.
   * @param leaves number of leaves of the tree
   */
  isGrowing(leaves: number): boolean {
    this.grownTo = this.grownTo === undefined || leaves < this.grownTo ? undefined : leaves;
    return this.grownTo !== undefined;
  }

  /** Tells that the checkpoint is kept in memory alone. */
  get warning(): string | undefined {
    return this.isUnwritten
      ? 'The newest checkpoint of the log cannot be written to DATA_DIR. After a restart this backend would not notice that the database was put back to an older state. DATA_DIR must be a permanent folder that this account can write to.'
      : undefined;
  }

  /**
   * Keeps the checkpoint. The caller has checked that a key of ours signed it, and that it continues the one
   * that is kept. Resolves when the file is on the disk, or could not be written. The next call tries again.
   */
  async keep(checkpoint: SignedCheckpoint): Promise<void> {
    const isKnown = this.kept !== undefined && this.kept.size >= checkpoint.size;
    // The database has the kept checkpoint again, or a newer one.
    this.grownTo = undefined;
    if (isKnown && !this.isUnwritten) return this.writing;
    if (!isKnown) this.kept = checkpoint;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const { dataDir, log, adopted, logger } = this.parts;
    const { kept: checkpoint } = this;
    if (dataDir === undefined || checkpoint === undefined) return;
    try {
      await writeKeptCheckpoint(dataDir, { log, adopted, checkpoint });
      this.isUnwritten = false;
    } catch (error) {
      if (!this.isUnwritten)
        logger.warn(
          { checkpoint: nameOf(checkpoint), ...describeError(error) },
          'The newest checkpoint of the log could not be written to DATA_DIR, so this backend keeps it in memory alone. Is the disk full, or DATA_DIR read-only?',
        );
      this.isUnwritten = true;
    }
  }
}
