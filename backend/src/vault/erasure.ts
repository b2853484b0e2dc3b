import { type PublicKeyRecord, type Receipts, verifyStatement } from './receipts.js';
import type { Vault } from './vault.js';

/** What is recorded of a destruction; shaped as the open part of the event that ends the obligation. */
export interface DestructionReceipt {
  /** Empty where the subject never had a key. */
  readonly keyId: string;
  readonly destroyedAt: string;
  readonly receiptKeyId: string;
  /** Ed25519 over the canonical JSON of the rest and the stream's name, base64. */
  readonly receiptSignature: string;
}

/** Keeps things under the names of their subjects, sealed with their keys. */
export interface Kept {
  deleteAll(subject: string): Promise<void>;
}

export interface ErasureParts {
  readonly vault: Pick<Vault, 'destroyKey'>;
  /** What is kept outside the log and goes with the key: images and documents, mails. */
  readonly kept: readonly Kept[];
  readonly receipts: Pick<Receipts, 'keyId' | 'sign'>;
}

/**
 * Makes everything that was sealed for the subject unreadable for good (rule:erasure-destroys-the-key): its
 * key in all backends, then what is kept elsewhere. Safe to repeat, and to be repeated until it succeeds and
 * its receipt is recorded: a repetition gives the same time, and the same signature under the same key.
 * @param at when the key was destroyed first, where this database has forgotten it
 */
export async function destroySubject(
  { vault, kept, receipts }: ErasureParts,
  subject: string,
  at?: string,
): Promise<DestructionReceipt> {
  const { keyId = '', destroyedAt } = await vault.destroyKey(subject, at);
  for (const store of kept) await store.deleteAll(subject);
  return receiptOf(receipts, subject, { keyId, destroyedAt });
}

/** Of a destruction that is done. */
export function receiptOf(
  receipts: ErasureParts['receipts'],
  subject: string,
  { keyId, destroyedAt }: Pick<DestructionReceipt, 'keyId' | 'destroyedAt'>,
): DestructionReceipt {
  const receiptKeyId = receipts.keyId;
  return {
    keyId,
    destroyedAt,
    receiptKeyId,
    receiptSignature: receipts.sign({ stream: subject, keyId, destroyedAt, receiptKeyId }),
  };
}

export function verifyDestruction(
  subject: string,
  receipt: DestructionReceipt,
  publicKeys: readonly PublicKeyRecord[],
): boolean {
  const { receiptSignature, ...rest } = receipt;
  const key = publicKeys.find((known) => known.keyId === receipt.receiptKeyId);
  return verifyStatement({ stream: subject, ...rest }, receiptSignature, key);
}
