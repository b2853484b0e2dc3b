import { type Receipts, verifyStatement } from './receipts.js';
import type { PublicKeyRecord } from './public-key-record.js';
import type { KnownDestruction, Vault } from './vault.js';

/** The event that calls for the destruction of its stream's key. */
export interface CallingEvent {
  readonly eventId: string;
  /** Hexadecimal. */
  readonly eventHash: string;
}

/**
 * Record of a destruction. It has the same shape as the open part of the event that ends the obligation to
 * erase.
 */
export interface DestructionReceipt extends Partial<CallingEvent> {
  /** Empty if the subject never had a key. */
  readonly keyId: string;
  readonly destroyedAt: string;
  readonly receiptKeyId: string;
  /** Ed25519 over the canonical JSON of the signed members; base64. */
  readonly receiptSignature: string;
}

/** A store that keeps data by subject, sealed with the subject's key. */
export interface SubjectStore {
  deleteAll(subject: string): Promise<void>;
}

export interface ErasureParts {
  readonly vault: Pick<Vault, 'destroyKey' | 'keyIdOf'>;
  /** Stores outside the log whose data is deleted with the key: images and documents, mails. */
  readonly kept: readonly SubjectStore[];
  readonly receipts: Pick<Receipts, 'keyId' | 'sign'>;
}

/**
 * Makes all data that was sealed for the subject permanently unreadable (rule:erasure-destroys-the-key).
 * Destroys the subject's key in all backends, then deletes the subject's data in other stores. Call this only
 * if an event calls for the destruction. Repeat the call until it succeeds and the receipt is recorded. Each
 * repetition is safe and returns the same time.
 * @returns the time of the destruction, as the database has it
 */
export async function destroySubject(
  { vault, kept }: Pick<ErasureParts, 'vault' | 'kept'>,
  subject: string,
  known?: KnownDestruction,
): Promise<string> {
  const { destroyedAt } = await vault.destroyKey(subject, known);
  for (const store of kept) await store.deleteAll(subject);
  return destroyedAt;
}

/**
 * Returns the receipt of a completed destruction. The receipt also covers the event that called for the
 * destruction.
 */
export function receiptOf(
  receipts: ErasureParts['receipts'],
  subject: string,
  {
    keyId,
    destroyedAt,
    eventId,
    eventHash,
  }: Pick<DestructionReceipt, 'keyId' | 'destroyedAt'> & CallingEvent,
): Required<DestructionReceipt> {
  const unsigned = { keyId, destroyedAt, eventId, eventHash, receiptKeyId: receipts.keyId };
  return { ...unsigned, receiptSignature: receipts.sign(signedMembers(subject, unsigned)) };
}

/**
 * True if one of the keys signed exactly this receipt. A signature covers the event that called for the
 * destruction, except in old receipts.
 */
export function verifyDestruction(
  subject: string,
  { receiptSignature, ...rest }: DestructionReceipt,
  publicKeys: readonly PublicKeyRecord[],
): boolean {
  const key = publicKeys.find((known) => known.keyId === rest.receiptKeyId);
  return verifyStatement(signedMembers(subject, rest), receiptSignature, key);
}

/**
 * Returns the members that the signature covers. Old receipts did not name the event that called for the
 * destruction. If a receipt has no event, the signature covers only the members of old receipts.
 */
function signedMembers(
  stream: string,
  { keyId, destroyedAt, receiptKeyId, eventId, eventHash }: Omit<DestructionReceipt, 'receiptSignature'>,
): object {
  const formerly = { stream, keyId, destroyedAt, receiptKeyId };
  if (eventId === undefined && eventHash === undefined) return formerly;
  return { ...formerly, eventId, eventHash, purpose: 'key-destruction', version: 2 };
}
