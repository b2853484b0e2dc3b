import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../platform/errors/operator-error.js';
import { type Receipts, signingKeyId } from '../vault/receipts.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { hasCode } from '../platform/errors/has-code.js';

/** Thrown if the file with the public keys next to the list cannot be read or written. */
class ReceiptKeysUnusable extends OperatorError {
  constructor(path: string, cause: unknown) {
    super(
      `The public keys of receipts (${path}) cannot be used: ${String(cause)}\n` +
        'These keys verify the lines of the list of erasures. DATA_DIR must be a permanent folder that this account can write to.',
      { cause },
    );
  }
}

/**
 * The public keys that verify lines of the list of erasures. They are the keys of CHECKPOINT_KEY, and the
 * keys of earlier starts, which are in a file beside the list. A key that only a row of the database names is
 * not accepted (rule:erasures-survive-a-restore).
 */
export class KnownReceiptKeys {
  readonly path: string;

  constructor(
    dataDir: string,
    private readonly receipts: Pick<Receipts, 'configuredKeys'>,
  ) {
    this.path = join(dataDir, 'receipt-keys');
  }

  /** @throws ReceiptKeysUnusable */
  async all(): Promise<readonly PublicKeyRecord[]> {
    const configured = this.receipts.configuredKeys;
    const kept = await this.kept();
    return [...configured, ...kept.filter(({ keyId }) => !configured.some((key) => key.keyId === keyId))];
  }

  /**
   * Saves the current keys, so that they remain known after CHECKPOINT_KEY has changed.
   * @throws ReceiptKeysUnusable
   */
  async remember(): Promise<void> {
    const kept = await this.kept();
    const missing = this.receipts.configuredKeys.filter(
      ({ keyId }) => !kept.some((key) => key.keyId === keyId),
    );
    if (missing.length === 0) return;
    try {
      await mkdir(join(this.path, '..'), { recursive: true, mode: 0o700 });
      const lines = missing.map(({ publicKey }) => `${publicKey}\n`);
      // The text begins with a line feed, so that a line that a crash cut off does not merge with the new
      // lines.
      await appendFile(this.path, `\n${lines.join('')}`, { mode: 0o600 });
    } catch (error) {
      throw new ReceiptKeysUnusable(this.path, error);
    }
  }

  /** Skips lines that do not contain a key. */
  private async kept(): Promise<readonly PublicKeyRecord[]> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw new ReceiptKeysUnusable(this.path, error);
    }
    return text.split('\n').flatMap((line) => {
      const publicKey = Buffer.from(line, 'base64');
      if (publicKey.length !== 32 || publicKey.toString('base64') !== line) return [];
      return [{ keyId: signingKeyId(publicKey), publicKey: line }];
    });
  }
}
