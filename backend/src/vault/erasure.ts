import { type Receipts, verifyStatement } from './receipts.js';
import type { PublicKeyRecord } from './public-key-record.js';
import type { KnownDestruction, Vault } from './vault.js';

/** The event of a stream that calls for the destruction of its key. */
export interface CallingEvent {
  readonly eventId: string;
  /** Hexadecimal. */
  readonly eventHash: string;
}

/** Record of a destruction; has the shape of the open part of the event that ends the obligation. */
export interface DestructionReceipt extends Partial<CallingEvent> {
  /** Empty if the subject never had a key. */
  readonly keyId: string;
  readonly destroyedAt: string;
  readonly receiptKeyId: string;
  /** Ed25519 over the canonical JSON of the signed members, base64. */
  readonly receiptSignature: string;
}

/** A store that keeps data under the names of subjects, sealed with their keys. */
export interface SubjectStore {
  deleteAll(subject: string): Promise<void>;
}

export interface ErasureParts {
  readonly vault: Pick<Vault, 'destroyKey' | 'keyIdOf'>;
  /** Stores outside the log whose data goes with the key: images and documents, mails. */
  readonly kept: readonly SubjectStore[];
  readonly receipts: Pick<Receipts, 'keyId' | 'sign'>;
}

/**
 * Makes all data that was sealed for the subject permanently unreadable (rule:erasure-destroys-the-key):
 * destroys its key in all backends, then deletes its data in other stores. Call it only if an event calls for
 * it. Safe to repeat, and must be repeated until it succeeds and its receipt is recorded: a repetition
 * returns the same time.
 * @returns the time of the destruction in the database
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

/** Receipt of a completed destruction, over the event that called for it. */
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
 * True if one of the keys signed exactly this, with the event that called for it or, as in old receipts,
 * without.
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
 * Old receipts did not name the event that called for the destruction: without it, the members are as they
 * were then.
 */
function signedMembers(
  stream: string,
  { keyId, destroyedAt, receiptKeyId, eventId, eventHash }: Omit<DestructionReceipt, 'receiptSignature'>,
): object {
  const formerly = { stream, keyId, destroyedAt, receiptKeyId };
  if (eventId === undefined && eventHash === undefined) return formerly;
  return { ...formerly, eventId, eventHash, purpose: 'key-destruction', version: 2 };
}
