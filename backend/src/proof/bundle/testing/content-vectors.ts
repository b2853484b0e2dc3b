import { NO_HASH } from '../../../eventsourcing/journal/chain.js';
import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import { pemFile } from '../pem-files.js';
import type { Change } from './changes.js';
import { CERTIFICATES, OPERATOR, sampleContent, sampleLog, SAMPLES, STRANGER } from './sample-bundles.js';
import { created, OTHER_STREAM, signed, STREAM } from './sample-histories.js';
import { signedReceipt } from './sample-log.js';
import { ORIGIN, type SampleEvent, saltOf, storedAt, type StoredSample } from './sample-stream.js';
import { changesOf, type Vector } from './vector.js';

const of = changesOf('in-person.zip');
const unfinished = changesOf('unfinished.zip');
const one = changesOf('one-event.zip');
const old = changesOf('remote-format-1.zip');
const erased = changesOf('erased.zip');
const twice = changesOf('two-keys.zip');

const ZEROS = '0'.repeat(64);
const NO_SIGNATURE = Buffer.alloc(64).toString('base64');
const HISTORY = SAMPLES['in-person.zip'].history;
const { events: STORED, log: LOG } = sampleLog(SAMPLES['in-person.zip']);
const { receipts: RECEIPTS, proofs: PROOFS } = sampleContent(SAMPLES['in-person.zip']);
const LAST = STORED.length - 1;
const ALL = [...STORED.keys()];

/** Places are those of the samples: a wrong one shows as a wrong vector. */
const at = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n];
  if (item === undefined) throw new Error(`the sample has no ${n}`);
  return item;
};

const lines = (order: readonly number[]): Change => ({ file: 'events.jsonl', lines: order });
const put = (file: string, path: readonly (string | number)[], value: unknown): Change => ({
  file,
  path,
  value,
});
const gone = (file: string, path: readonly (string | number)[]): Change => ({ file, path });
const inEvent = (event: number, part: 'data' | 'metadata', find: string, to: string): Change => ({
  event,
  part,
  find,
  put: to,
});
const ofLine = (line: number, member: string, value: unknown): Change => ({
  file: 'events.jsonl',
  line,
  path: [member],
  value,
});

/** The line of another event that fits its own hash. */
function rewritten(n: number, event: SampleEvent, previousHash: string): Change {
  const { stream, revision, id, type, data, metadata } = storedAt(STREAM, event, n, previousHash);
  const line = { stream, revision, id, type, data: data.toString('base64'), metadata: metadata.toString('base64') };
  return { file: 'events.jsonl', line: n, put: canonicalJson(line) };
}

const hashOf = (n: number): string => at(STORED, n).hash;
const changed: SampleEvent = { ...at(HISTORY, LAST), open: { by: 'somebody else' } };
const forked: StoredSample = storedAt(STREAM, changed, LAST, hashOf(LAST - 1));
const receiptOf = (n: number, change: object): object => {
  const { keyId: _, signature: __, ...statement } = at(RECEIPTS, n);
  return signedReceipt({ ...statement, ...change }, OPERATOR);
};
const blindOf = (n: number): string =>
  (JSON.parse(at(STORED, n).metadata.toString('utf8')) as { blind: string }).blind;

const EVENT_VECTORS: readonly Vector[] = [
  of('an empty line', 'unreadable', 'events.jsonl:4', { file: 'events.jsonl', line: 4, put: '' }),
  of('a line of another shape', 'unreadable', 'events.jsonl:4', { file: 'events.jsonl', line: 4, put: '{}' }),
  of('base64 in another spelling', 'unreadable', 'events.jsonl:4', ofLine(4, 'data', 'e31=')),
  of('a revision below nothing', 'unreadable', 'events.jsonl:4', ofLine(4, 'revision', -1)),
  of('a revision with a fraction', 'unreadable', 'events.jsonl:4', ofLine(4, 'revision', 4.5)),
  of('a space in a line', 'unreadable', 'events.jsonl:0', {
    file: 'events.jsonl',
    find: '{"data"',
    put: '{ "data"',
  }),
  of('the last line feed is not there', 'unreadable', `events.jsonl:${LAST}`, {
    file: 'events.jsonl',
    find: 'SomethingNew.v7"}\n',
    put: 'SomethingNew.v7"}',
  }),
  of('no events', 'event_missing', 'events.jsonl:0', lines([])),
  of(
    'more events than are read',
    'too_many_events',
    'events.jsonl',
    lines(Array.from({ length: 10_001 }, () => 0)),
  ),
  of('an event of another agreement', 'other_stream', 'events.jsonl:2', ofLine(2, 'stream', OTHER_STREAM)),
  of('all of another agreement', 'other_stream', 'events.jsonl:0', put('manifest.json', ['stream'], OTHER_STREAM)),
  of('the first event dropped', 'event_missing', 'events.jsonl:0', lines(ALL.slice(1))),
  of('an event dropped', 'event_missing', 'events.jsonl:3', lines(ALL.toSpliced(3, 1))),
  of('the last event dropped', 'event_missing', `events.jsonl:${LAST}`, lines(ALL.slice(0, -1))),
  of(
    'the last event dropped with its receipt',
    'event_missing',
    `events.jsonl:${LAST}`,
    lines(ALL.slice(0, -1)),
    gone('receipts.json', [LAST]),
  ),
  of('an event doubled', 'event_doubled', 'events.jsonl:2', lines(ALL.toSpliced(1, 1, 1, 1))),
  of('two events exchanged', 'order_broken', 'events.jsonl:2', lines(ALL.toSpliced(2, 2, 3, 2))),
  of(
    'two events exchanged and counted anew',
    'event_altered',
    'events.jsonl:4',
    lines(ALL.toSpliced(4, 2, 5, 4)),
    ofLine(4, 'revision', 4),
    ofLine(5, 'revision', 5),
  ),
  of('an amount', 'event_altered', 'events.jsonl:5', inEvent(5, 'data', '199', '999')),
  of('who acted', 'event_altered', 'events.jsonl:5', inEvent(5, 'metadata', 'party1', 'party2')),
  of('a version', 'event_altered', 'events.jsonl:4', ofLine(4, 'type', 'PaymentRequested.v3')),
  of('a type without a version', 'event_altered', 'events.jsonl:4', ofLine(4, 'type', 'PaymentRequested')),
  of('an id', 'event_altered', 'events.jsonl:4', ofLine(4, 'id', at(STORED, 5).id)),
  of('a blind', 'event_altered', 'events.jsonl:4', inEvent(4, 'metadata', blindOf(4), ZEROS)),
  of('a hash', 'event_altered', 'events.jsonl:4', inEvent(4, 'metadata', hashOf(4), ZEROS)),
  of('a link', 'event_altered', 'events.jsonl:4', inEvent(4, 'metadata', hashOf(3), ZEROS)),
  of(
    'metadata in another spelling',
    'event_altered',
    'events.jsonl:4',
    inEvent(4, 'metadata', '{"core"', '{ "core"'),
  ),
  of(
    'a member more in the metadata',
    'event_altered',
    'events.jsonl:4',
    inEvent(4, 'metadata', '{"core"', '{"more":1,"core"'),
  ),
  of('data that is no JSON', 'event_altered', 'events.jsonl:4', inEvent(4, 'data', '{', '')),
  old('an event of format 1', 'event_altered', 'events.jsonl:2', inEvent(2, 'data', '"invitation":1', '"invitation":2')),
  of('an event that follows nothing', 'chain_broken', 'events.jsonl:4', rewritten(4, at(HISTORY, 4), ZEROS)),
  of(
    'a first event that follows another',
    'chain_broken',
    'events.jsonl:0',
    rewritten(0, created, hashOf(4)),
  ),
  of(
    'an event written anew',
    'chain_broken',
    'events.jsonl:5',
    rewritten(4, { ...at(HISTORY, 4), open: { party: 2 } }, hashOf(3)),
  ),
  of(
    'an event older than the one before it',
    'time_runs_back',
    `events.jsonl:${LAST}`,
    rewritten(LAST, { ...at(HISTORY, LAST), at: '2026-11-12T13:00:00.000Z' }, hashOf(LAST - 1)),
  ),
];

const opened = (n: number, salt: Buffer, text: string, part: string): object => ({
  part,
  revision: n,
  salt: salt.toString('base64'),
  state: 'opened',
  text,
});
const oldSigned = at(SAMPLES['remote-format-1.zip'].history, 1);

const OPENING_VECTORS: readonly Vector[] = [
  of('a salt that is too short', 'unreadable', 'openings.json', put('openings.json', [0, 'salt'], 'AAAA')),
  of('a state that there is not', 'unreadable', 'openings.json', put('openings.json', [2, 'state'], 'lost')),
  of('an opening dropped', 'opening_missing', 'openings.json:1', gone('openings.json', [1])),
  of('all openings dropped', 'opening_missing', 'openings.json:0', put('openings.json', [], [])),
  of(
    'an opening of nothing',
    'opening_wrong',
    'openings.json:6',
    put('openings.json', [5], { part: 'personal', revision: 6, state: 'withheld' }),
  ),
  of('a name', 'opening_wrong', 'openings.json:0', {
    file: 'openings.json',
    find: 'Katharina',
    put: 'Catharina',
  }),
  of(
    'a salt',
    'opening_wrong',
    'openings.json:0',
    put('openings.json', [0, 'salt'], Buffer.alloc(32).toString('base64')),
  ),
  of(
    'something personal withheld',
    'opening_wrong',
    'openings.json:1',
    put('openings.json', [1], { part: 'personal', revision: 1, state: 'withheld' }),
  ),
  of(
    'erased without an erasure',
    'opening_wrong',
    'openings.json:1',
    put('openings.json', [1], { part: 'personal', revision: 1, state: 'erased' }),
  ),
  of(
    'from where somebody acted disclosed',
    'opening_wrong',
    'openings.json:1',
    put(
      'openings.json',
      [2],
      opened(1, saltOf(`the origin of ${STREAM} 1 Party1Signed.v2`), canonicalJson({ origin: ORIGIN }), 'origin'),
    ),
  ),
  old(
    'the same in format 1',
    'opening_wrong',
    'openings.json:1',
    put(
      'openings.json',
      [1],
      opened(
        1,
        saltOf(`${STREAM} 1 Party1Signed.v1`),
        canonicalJson({ origin: ORIGIN, personal: oldSigned.personal }),
        'whole',
      ),
    ),
  ),
  erased(
    'disclosed after an erasure',
    'opening_wrong',
    'openings.json:0',
    put('openings.json', [0], at(sampleContent(SAMPLES['in-person.zip']).openings, 0)),
  ),
  of('a word of the agreement', 'agreement_wrong', 'agreement.json', {
    file: 'agreement.json',
    find: 'Muster',
    put: 'Mister',
  }),
  old('the same in version 1', 'agreement_wrong', 'agreement.json', {
    file: 'agreement.json',
    find: 'Muster',
    put: 'Mister',
  }),
  unfinished(
    'signed something else',
    'agreement_wrong',
    'events.jsonl:1',
    rewritten(1, { ...signed(1), open: { agreementCommitment: ZEROS } }, hashOf(0)),
  ),
  one(
    'begins with no creation',
    'agreement_wrong',
    'events.jsonl:0',
    rewritten(0, { type: 'NdaSent.v1', open: {} }, NO_HASH),
    put('openings.json', [], []),
  ),
  of('a word of the document', 'document_wrong', 'document.pdf', {
    file: 'document.pdf',
    find: 'sample',
    put: 'simple',
  }),
  erased('a document after an erasure', 'extra_file', 'document.pdf', {
    add: 'document.pdf',
    text: 'x',
    before: 'receipts.json',
  }),
  of('a certificate in another spelling', 'unreadable', 'certificates.pem', {
    file: 'certificates.pem',
    find: '-----BEGIN',
    put: '----BEGIN',
  }),
  of(
    'no certificate',
    'certificate_wrong',
    'certificates.pem',
    { drop: 'certificates.pem' },
    { add: 'certificates.pem', text: '', before: 'README.txt' },
  ),
  twice(
    'certificates in another order',
    'certificate_wrong',
    'certificates.pem',
    { drop: 'certificates.pem' },
    {
      add: 'certificates.pem',
      text: pemFile(CERTIFICATES.toReversed()).toString('latin1'),
      before: 'README.txt',
    },
  ),
];

const stranger = { keyId: STRANGER.keyId, publicKey: STRANGER.publicKey };

const PROOF_VECTORS: readonly Vector[] = [
  of('a key id of another shape', 'unreadable', 'receipts.json', put('receipts.json', [3, 'keyId'], 'x')),
  of('a receipt dropped', 'receipt_missing', `receipts.json:${LAST}`, gone('receipts.json', [LAST])),
  of('a receipt of another event', 'receipt_wrong', 'receipts.json:3', put('receipts.json', [3], at(RECEIPTS, 4))),
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
  of('the last event written anew', 'receipt_wrong', `receipts.json:${LAST}`, rewritten(LAST, changed, hashOf(LAST - 1))),
  of(
    'the last event written anew by the operator',
    'proof_wrong',
    `proofs.json:${LAST}`,
    rewritten(LAST, changed, hashOf(LAST - 1)),
    put('receipts.json', [LAST], receiptOf(LAST, { eventHash: forked.hash })),
  ),
  of('a key dropped', 'key_missing', 'keys.json', gone('keys.json', [0])),
  of('a key more', 'key_wrong', 'keys.json', put('keys.json', [1], stranger)),
  of('another key under this id', 'key_wrong', 'keys.json', put('keys.json', [0, 'publicKey'], STRANGER.publicKey)),
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
  one('a proof where none is needed', 'proof_wrong', 'proofs.json:0', put('proofs.json', [0, 'proof', 0], ZEROS)),
  of('another place', 'proof_wrong', 'proofs.json:3', put('proofs.json', [3, 'index'], at(PROOFS, 3).index + 1)),
  of('a place behind the tree', 'proof_wrong', 'proofs.json:3', put('proofs.json', [3, 'index'], 1e15)),
  of('a proof of another event', 'proof_wrong', 'proofs.json:3', put('proofs.json', [3], at(PROOFS, 4))),
  of(
    'a step between checkpoints dropped',
    'consistency_wrong',
    'checkpoint.json',
    gone('checkpoint.json', ['consistency', 1]),
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
    put('checkpoint.json', ['consistency', 0], { ...LOG.consistency(2, LOG.leaves.length), checkpoint: `2:${ZEROS}` }),
  ),
];

/** What can be wrong with what the files say. */
export const CONTENT_VECTORS: readonly Vector[] = [
  ...EVENT_VECTORS,
  ...OPENING_VECTORS,
  ...PROOF_VECTORS,
];
