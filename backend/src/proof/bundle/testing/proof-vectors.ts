import type { Change } from './changes.js';
import {
  at,
  changed,
  forked,
  gone,
  hashOf,
  LAST,
  LOG,
  of,
  one,
  PROOFS,
  put,
  receiptOf,
  RECEIPTS,
  rewritten,
  twice,
  unfinished,
  ZEROS,
} from './content-parts.js';
import { OPERATOR, sampleLog, SAMPLES, STRANGER } from './sample-bundles.js';
import { SampleLog } from './sample-log.js';
import type { Vector } from './vector.js';

const NO_SIGNATURE = Buffer.alloc(64).toString('base64');
const stranger = { keyId: STRANGER.keyId, publicKey: STRANGER.publicKey };

/** Rewrites the proofs and the checkpoint as if the log contained two events of a stream in reverse order. */
function exchanged(): readonly Change[] {
  const { events, log } = sampleLog(SAMPLES['unfinished.zip']);
  const [first, second] = events.map(({ hash }) => hash);
  const leaves = log.leaves.map((leaf) => (leaf === first ? second : leaf === second ? first : leaf));
  const other = new SampleLog(leaves.flatMap((leaf) => leaf ?? []));
  const size = leaves.length;
  return [
    put(
      'proofs.json',
      [],
      events.map(({ hash }) => other.proof(hash, size)),
    ),
    put('checkpoint.json', [], {
      checkpoint: other.checkpoint(size, '2026-11-21T09:00:00.000Z', OPERATOR),
      consistency: [other.consistency(3, size)],
    }),
  ];
}

/** Faults of receipts, keys, checkpoint and proofs. */
export const PROOF_VECTORS: readonly Vector[] = [
  of('a key id of another shape', 'unreadable', 'receipts.json', put('receipts.json', [3, 'keyId'], 'x')),
  of('a receipt dropped', 'receipt_missing', `receipts.json:${LAST}`, gone('receipts.json', [LAST])),
  of(
    'a receipt of another event',
    'receipt_wrong',
    'receipts.json:3',
    put('receipts.json', [3], at(RECEIPTS, 4)),
  ),
  of(
    'a receipt of another time',
    'receipt_wrong',
    'receipts.json:3',
    put('receipts.json', [3, 'at'], '2026-11-12T13:00:00.000Z'),
  ),
  of(
    'a signature of a receipt',
    'receipt_signature_wrong',
    'receipts.json:3',
    put('receipts.json', [3, 'signature'], NO_SIGNATURE),
  ),
  of(
    'the checkpoint of a receipt',
    'receipt_signature_wrong',
    'receipts.json:3',
    put('receipts.json', [3, 'lastCheckpoint'], null),
  ),
  of(
    'a receipt that names a checkpoint behind its event',
    'receipt_wrong',
    'receipts.json:0',
    put('receipts.json', [0], receiptOf(0, { lastCheckpoint: LOG.name(7) })),
  ),
  of(
    'the last event written anew',
    'receipt_wrong',
    `receipts.json:${LAST}`,
    rewritten(LAST, changed, hashOf(LAST - 1)),
  ),
  of(
    'the last event written anew by the operator',
    'proof_wrong',
    `proofs.json:${LAST}`,
    rewritten(LAST, changed, hashOf(LAST - 1)),
    put('receipts.json', [LAST], receiptOf(LAST, { eventHash: forked.hash })),
  ),
  of('a key dropped', 'key_missing', 'keys.json', gone('keys.json', [0])),
  of('a key more', 'key_wrong', 'keys.json', put('keys.json', [1], stranger)),
  of(
    'another key under this id',
    'key_wrong',
    'keys.json',
    put('keys.json', [0, 'publicKey'], STRANGER.publicKey),
  ),
  twice('a key in the place of another', 'key_missing', 'keys.json', put('keys.json', [0], stranger)),
  of(
    'the size of the checkpoint',
    'checkpoint_signature_wrong',
    'checkpoint.json',
    put('checkpoint.json', ['checkpoint', 'size'], LOG.leaves.length + 1),
  ),
  of(
    'the root of the checkpoint',
    'checkpoint_signature_wrong',
    'checkpoint.json',
    put('checkpoint.json', ['checkpoint', 'root'], ZEROS),
  ),
  of(
    'an earlier checkpoint',
    'proof_wrong',
    'proofs.json:0',
    put('checkpoint.json', ['checkpoint'], LOG.checkpoint(12, '2026-11-20T09:00:00.000Z', OPERATOR)),
  ),
  of('a proof dropped', 'proof_missing', `proofs.json:${LAST}`, gone('proofs.json', [LAST])),
  of('a hash of a proof', 'proof_wrong', 'proofs.json:3', put('proofs.json', [3, 'proof', 0], ZEROS)),
  of('a proof that is too short', 'proof_wrong', 'proofs.json:3', gone('proofs.json', [3, 'proof', 0])),
  of(
    'a proof that is too long',
    'proof_wrong',
    'proofs.json:3',
    put('proofs.json', [3, 'proof', at(PROOFS, 3).proof.length], ZEROS),
  ),
  one(
    'a proof where none is needed',
    'proof_wrong',
    'proofs.json:0',
    put('proofs.json', [0, 'proof', 0], ZEROS),
  ),
  of(
    'another place',
    'proof_wrong',
    'proofs.json:3',
    put('proofs.json', [3, 'index'], at(PROOFS, 3).index + 1),
  ),
  of('a place behind the tree', 'proof_wrong', 'proofs.json:3', put('proofs.json', [3, 'index'], 1e15)),
  unfinished('two events in another order in the log', 'proof_wrong', 'proofs.json:1', ...exchanged()),
  of('a proof of another event', 'proof_wrong', 'proofs.json:3', put('proofs.json', [3], at(PROOFS, 4))),
  of(
    'a step between checkpoints dropped',
    'consistency_wrong',
    'checkpoint.json',
    gone('checkpoint.json', ['consistency', 1]),
  ),
  of(
    'the last step between checkpoints dropped',
    'consistency_wrong',
    'checkpoint.json',
    gone('checkpoint.json', ['consistency', 2]),
  ),
  of(
    'a hash between checkpoints',
    'consistency_wrong',
    'checkpoint.json',
    put('checkpoint.json', ['consistency', 1, 'proof', 0], ZEROS),
  ),
  of(
    'a hash behind an empty checkpoint',
    'consistency_wrong',
    'checkpoint.json',
    put('checkpoint.json', ['consistency', 0, 'proof'], [ZEROS]),
  ),
  of(
    'a checkpoint of another log',
    'consistency_wrong',
    'checkpoint.json',
    put('receipts.json', [0], receiptOf(0, { lastCheckpoint: `2:${ZEROS}` })),
    put('checkpoint.json', ['consistency', 0], {
      ...LOG.consistency(2, LOG.leaves.length),
      checkpoint: `2:${ZEROS}`,
    }),
  ),
];
