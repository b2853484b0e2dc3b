import { provesConsistency, provesInclusion } from '../merkle-tree.js';
import { checkpointNamed, differentCheckpoints, nameOf } from '../checkpoint-name.js';
import { signingKeyId, verifyReceipt, verifyStatement } from '../../vault/receipts.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { type BundleContent, CHECKPOINT, EVENTS, KEYS, PROOFS, RECEIPTS, refuse } from './bundle-files.js';
import type { ProvenEvent } from './check-events.js';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/**
 * Verifies the receipts against the events. Checks that the bundle has exactly the keys that the receipts and
 * the checkpoint name. Pure.
 * @throws BundleFault
 */
export function checkReceipts(
  stream: string,
  events: readonly ProvenEvent[],
  { receipts, keys, checkpoint }: Pick<BundleContent, 'receipts' | 'keys' | 'checkpoint'>,
): void {
  if (receipts.length < events.length) refuse('receipt_missing', RECEIPTS, receipts.length);
  if (receipts.length > events.length) refuse('event_missing', EVENTS, events.length);
  checkKeys(
    [...receipts, checkpoint].map(({ keyId }) => keyId),
    keys,
  );
  for (const [n, { hash, at }] of events.entries()) {
    const receipt = receipts[n] ?? refuse('receipt_missing', RECEIPTS, n);
    const isOfEvent = receipt.stream === stream && receipt.revision === n && receipt.eventHash === hash;
    if (!isOfEvent || receipt.at !== at) refuse('receipt_wrong', RECEIPTS, n);
    if (!verifyReceipt(receipt, keys)) refuse('receipt_signature_wrong', RECEIPTS, n);
  }
}

/** Checks that the bundle contains exactly the keys with these ids, and that each id matches its key. */
function checkKeys(named: readonly string[], keys: readonly PublicKeyRecord[]): void {
  const ids = keys.map(({ keyId }) => keyId);
  if (named.some((keyId) => !ids.includes(keyId))) refuse('key_missing', KEYS);
  const wanted = [...new Set(named)].sort();
  if (ids.length !== wanted.length || ids.some((keyId, n) => keyId !== wanted[n])) refuse('key_wrong', KEYS);
  for (const { keyId, publicKey } of keys)
    if (signingKeyId(Buffer.from(publicKey, 'base64')) !== keyId) refuse('key_wrong', KEYS);
}

/**
 * Verifies the checkpoint and the proofs against the events. Also verifies the checkpoints that the receipts
 * name. A checkpoint in a receipt must not cover the event of that receipt. The bundle's checkpoint must
 * extend every checkpoint in a receipt. Pure.
 * @throws BundleFault
 */
export function checkProofs(
  events: readonly ProvenEvent[],
  content: Pick<BundleContent, 'receipts' | 'keys' | 'checkpoint' | 'consistency' | 'proofs'>,
): void {
  const { keys, checkpoint, proofs, receipts } = content;
  const { signature, ...statement } = checkpoint;
  const key = keys.find(({ keyId }) => keyId === checkpoint.keyId);
  if (!verifyStatement(statement, signature, key)) refuse('checkpoint_signature_wrong', CHECKPOINT);
  if (proofs.length < events.length) refuse('proof_missing', PROOFS, proofs.length);
  if (proofs.length > events.length) refuse('event_missing', EVENTS, events.length);
  const { size, root } = checkpoint;
  let before = -1;
  for (const [n, { hash }] of events.entries()) {
    const { index, proof } = proofs[n] ?? refuse('proof_missing', PROOFS, n);
    const claim = { entry: bytes(hash), place: index, size, root: bytes(root), proof: proof.map(bytes) };
    if (index <= before || !provesInclusion(claim)) refuse('proof_wrong', PROOFS, n);
    before = index;
  }
  for (const [n, { lastCheckpoint }] of receipts.entries()) {
    const named = lastCheckpoint === null ? undefined : checkpointNamed(lastCheckpoint);
    if (named !== undefined && named.size > (proofs[n]?.index ?? 0)) refuse('receipt_wrong', RECEIPTS, n);
  }
  checkConsistency(content);
}

function checkConsistency({
  receipts,
  checkpoint,
  consistency,
}: Pick<BundleContent, 'receipts' | 'checkpoint' | 'consistency'>): void {
  const own = nameOf(checkpoint);
  const named = differentCheckpoints(receipts.map(({ lastCheckpoint }) => lastCheckpoint));
  const wanted = named.filter((name) => name !== own);
  if (wanted.length !== consistency.length) refuse('consistency_wrong', CHECKPOINT);
  const newer = { size: checkpoint.size, root: bytes(checkpoint.root) };
  for (const [n, { checkpoint: name, proof }] of consistency.entries()) {
    const older = checkpointNamed(name);
    const isProven =
      name === wanted[n] &&
      older !== undefined &&
      provesConsistency({
        older: { size: older.size, root: bytes(older.root) },
        newer,
        proof: proof.map(bytes),
      });
    if (!isProven) refuse('consistency_wrong', CHECKPOINT);
  }
}
