import type { Pool } from 'pg';
import { livingSubject } from './key-table.js';
import { pack, unpack } from './packed-bytes.js';
import { KeyDestroyed, KeyMissing, type Vault } from './vault.js';

/**
 * Thrown if a blob that the log names is missing although its key exists. In this case, the database was
 * restored to an earlier time (rule:missing-is-not-erased).
 */
export class BlobMissing extends Error {
  constructor(
    readonly subject: string,
    readonly label: string,
  ) {
    super(`${label} of ${subject} is missing`);
    this.name = 'BlobMissing';
  }
}

/**
 * Stores bytes that are too large for an event (signature images, the document of record). The bytes are
 * sealed with the key of their subject, and are deleted when this key is destroyed.
 */
export interface BlobStore {
  /**
   * Stores the bytes, unless the label already has a blob. A second `put` under a label changes nothing.
   * @throws KeyDestroyed, KeyMissing
   */
  put(subject: string, label: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined if there is no blob, or the key was destroyed. @throws SealBroken, KeyMissing */
  get(subject: string, label: string): Promise<Buffer | undefined>;
  /**
   * Reads a blob that an event names, so it must exist. Returns undefined if the key was destroyed.
   * @throws SealBroken, KeyMissing, BlobMissing
   */
  getRecorded(subject: string, label: string): Promise<Buffer | undefined>;
  deleteAll(subject: string): Promise<void>;
}

export function createBlobStore({ pool, vault }: { pool: Pool; vault: Vault }): BlobStore {
  return new PostgresBlobStore(pool, vault);
}

const PUT = `
  WITH living AS MATERIALIZED (${livingSubject('$1')}),
       put AS (INSERT INTO sealed_blobs (subject, label, bytes) SELECT subject, $2, $3 FROM living ON CONFLICT (subject, label) DO NOTHING)
  SELECT count(*)::int AS living FROM living`;

class PostgresBlobStore implements BlobStore {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  async put(subject: string, label: string, bytes: Uint8Array): Promise<void> {
    const sealed = await this.vault.sealBytes(subject, label, await pack(bytes));
    const { rows } = await this.pool.query<{ living: number }>(PUT, [subject, label, sealed]);
    if (rows[0]?.living === 1) return;
    throw (await this.vault.isDestroyed(subject)) ? new KeyDestroyed(subject) : new KeyMissing(subject);
  }

  async get(subject: string, label: string): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<{ bytes: Buffer }>(
      'SELECT bytes FROM sealed_blobs WHERE subject = $1 AND label = $2',
      [subject, label],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const opened = await this.vault.openBytes(subject, label, row.bytes);
    return opened && unpack(Buffer.from(opened.buffer, opened.byteOffset, opened.byteLength));
  }

  async getRecorded(subject: string, label: string): Promise<Buffer | undefined> {
    const found = await this.get(subject, label);
    if (found !== undefined) return found;
    if (await this.vault.isDestroyed(subject)) return undefined;
    throw new BlobMissing(subject, label);
  }

  async deleteAll(subject: string): Promise<void> {
    await this.pool.query('DELETE FROM sealed_blobs WHERE subject = $1', [subject]);
  }
}
