import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Receipt } from '@siegel/contracts/receipt';
import { canonicalBytes } from '../../../platform/crypto/canonical-json.js';
import { signingKeyId } from '../../../vault/receipts.js';
import type { PublicKeyRecord } from '../../../vault/public-key-record.js';
import { nameOf } from '../../checkpoint-name.js';
import { consistencyPath, inclusionPath, type LeafRange, TreeEdge } from '../../merkle-tree.js';
import type { SignedCheckpoint } from '../../signed-checkpoints.js';
import type { BundledConsistency, BundledProof } from '../bundle-files.js';

/**
 * A complete log in memory. The signing keys are derived from fixed seeds, so they are the same keys in every
 * run.
 */

const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_BYTES = 32;

export const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export interface SampleKey extends PublicKeyRecord {
  /** @returns base64 */
  readonly sign: (statement: object) => string;
}

/** @param seed any text; the same text always gives the same key */
export function sampleKey(seed: string): SampleKey {
  const pkcs8 = Buffer.concat([PKCS8_PREFIX, sha256(`seed of ${seed}`)]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(-PUBLIC_BYTES);
  return {
    keyId: signingKeyId(publicKey),
    publicKey: publicKey.toString('base64'),
    sign: (statement) => sign(null, canonicalBytes(statement), privateKey).toString('base64'),
  };
}

export class SampleLog {
  /** @param leaves hashes of events, hexadecimal */
  constructor(readonly leaves: readonly string[]) {}

  checkpoint(size: number, at: string, key: SampleKey): SignedCheckpoint {
    const statement = { size, root: this.root({ from: 0, to: size }), at, keyId: key.keyId };
    return { ...statement, signature: key.sign(statement) };
  }

  /** Returns the name of the checkpoint over the first `size` leaves. */
  name(size: number): string {
    return nameOf({ size, root: this.root({ from: 0, to: size }) });
  }

  proof(eventHash: string, size: number): BundledProof {
    const index = this.leaves.indexOf(eventHash);
    return { index, proof: inclusionPath(index, size).map((part) => this.root(part)) };
  }

  consistency(older: number, size: number): BundledConsistency {
    const proof = consistencyPath(older, size).map((part) => this.root(part));
    return { checkpoint: this.name(older), proof };
  }

  private root({ from, to }: LeafRange): string {
    const edge = TreeEdge.empty();
    for (const leaf of this.leaves.slice(from, to)) edge.append(Buffer.from(leaf, 'hex'));
    return edge.root().toString('hex');
  }
}

export function signedReceipt(statement: Omit<Receipt, 'keyId' | 'signature'>, key: SampleKey): Receipt {
  const whole = { ...statement, keyId: key.keyId };
  return { ...whole, signature: key.sign(whole) };
}
