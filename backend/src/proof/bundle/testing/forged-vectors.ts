import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import { pemFile } from '../pem-files.js';
import {
  at,
  begun,
  disclosing,
  hashOf,
  HISTORY,
  LOG,
  lines,
  of,
  old,
  one,
  put,
  receiptOf,
  rewritten,
  twice,
  unfinished,
  ZEROS,
} from './content-parts.js';
import { CERTIFICATES, sampleContent, sampleLog, SAMPLES } from './sample-bundles.js';
import { agreementHash, created, DOCUMENT_BYTES, OTHER_STREAM, signed, STREAM } from './sample-histories.js';
import { storedAt } from './sample-stream.js';
import type { Vector } from './vector.js';

const { openings } = sampleContent(SAMPLES['in-person.zip']);
const paid = at(HISTORY, 4);
/**
 * Returns a vector with a forged event in the middle of the stream. The event matches its own hash, but has a
 * form that this service does not write.
 */
const forged = (name: string, change: object): Vector =>
  of(name, 'event_altered', 'events.jsonl:4', rewritten(4, { ...paid, ...change }, hashOf(3)));

const SHORT_SALT = Buffer.alloc(31, 7).toString('base64');

/**
 * A sample with events of version 1. `oldUpTo(n)` ends the sample with event `n`, and makes this event name
 * another agreement. The vectors use the first signature (`n` is 1, version 1) and the second signature (`n`
 * is 4, version 2).
 */
const OLD = SAMPLES['remote-format-1.zip'];
const { events: OLD_STORED } = sampleLog(OLD);
const oldOpenings = sampleContent(OLD).openings;
function oldUpTo(n: number): Vector['changes'] {
  const event = { ...at(OLD.history, n), open: { agreementCommitment: ZEROS, agreementHash: ZEROS } };
  return [
    lines(Array.from({ length: n + 1 }, (_, place) => place)),
    rewritten(n, event, at(OLD_STORED, n - 1).hash),
    put(
      'openings.json',
      [],
      oldOpenings.filter(({ revision }) => revision <= n),
    ),
  ];
}

const unnamed = { ...signed(1), type: 'Party1Signed.v1', open: { consentWording: 'v1' } };
const sealedOf = at(HISTORY, 6);

/** Bundles that violate a rule. Anyone who has the signing keys could write such a bundle. */
export const FORGED_VECTORS: readonly Vector[] = [
  forged('an event of version 0 that fits its hash', { type: 'PaymentRequested.v0' }),
  forged('a time in another spelling that fits its hash', { at: '2026-11-12T13:36:07Z' }),
  forged('a core of another format that fits its hash', { claimedFormat: 1 }),
  forged('a list in the place of what is open', { open: [] }),
  forged('a commitment that is no hash', { commitments: { personal: 'x' } }),
  forged('commitments in a list', { commitments: [] }),
  one(
    'more beside what is personal',
    'opening_wrong',
    'openings.json:0',
    ...disclosing({
      more: 1,
      personal: created.personal,
    }),
  ),
  one(
    'a list in the place of what is personal',
    'opening_wrong',
    'openings.json:0',
    ...disclosing({
      personal: [],
    }),
  ),
  of(
    'the parts of an event exchanged',
    'opening_missing',
    'openings.json:1',
    put('openings.json', [1], at(openings, 2)),
    put('openings.json', [2], at(openings, 1)),
  ),
  of(
    'the key of the origin missing',
    'opening_wrong',
    'openings.json:1',
    put('openings.json', [2, 'state'], 'key_missing'),
  ),
  one(
    'another hash of the agreement disclosed',
    'agreement_wrong',
    'agreement.json',
    ...begun({
      ...created,
      personal: { ...created.personal, agreementHash: ZEROS },
    }),
  ),
  one(
    'another agreement committed to',
    'agreement_wrong',
    'agreement.json',
    ...begun({
      ...created,
      open: { ...created.open, agreementCommitment: ZEROS },
    }),
  ),
  one(
    'a salt of the agreement that is too short',
    'agreement_wrong',
    'agreement.json',
    ...begun({
      ...created,
      open: {
        ...created.open,
        agreementCommitment: agreementCommitment({ agreementHash, agreementSalt: SHORT_SALT }),
      },
      personal: { ...created.personal, agreementSalt: SHORT_SALT },
    }),
  ),
  one(
    'a commitment to the agreement that is no hash',
    'agreement_wrong',
    'events.jsonl:0',
    ...begun({
      ...created,
      open: { ...created.open, agreementCommitment: 'x' },
    }),
  ),
  old('another agreement signed in version 1', 'agreement_wrong', 'events.jsonl:1', ...oldUpTo(1)),
  old('another agreement signed in version 2', 'agreement_wrong', 'events.jsonl:4', ...oldUpTo(4)),
  unfinished(
    'no agreement signed, in version 1',
    'agreement_wrong',
    'events.jsonl:1',
    rewritten(1, unnamed, hashOf(0)),
    put('openings.json', [1], at(storedAt(STREAM, unnamed, 1, hashOf(0)).openings, 0)),
  ),
  of(
    'another size of the document',
    'document_wrong',
    'document.pdf',
    lines([0, 1, 2, 3, 4, 5, 6]),
    rewritten(6, { ...sealedOf, open: { ...sealedOf.open, bytes: DOCUMENT_BYTES.length + 1 } }, hashOf(5)),
  ),
  of(
    'a certificate more',
    'certificate_wrong',
    'certificates.pem',
    { drop: 'certificates.pem' },
    { add: 'certificates.pem', text: pemFile(CERTIFICATES).toString('latin1'), before: 'README.txt' },
  ),
  ...Object.entries({
    stream: OTHER_STREAM,
    revision: 4,
    eventHash: hashOf(4),
    at: '2026-11-12T13:00:00.000Z',
  }).map(([member, value]) =>
    of(
      `a signed receipt of another ${member}`,
      'receipt_wrong',
      'receipts.json:3',
      put('receipts.json', [3], receiptOf(3, { [member]: value })),
    ),
  ),
  twice(
    'keys in another order',
    'key_wrong',
    'keys.json',
    put('keys.json', [], sampleContent(SAMPLES['two-keys.zip']).keys.toReversed()),
  ),
  of(
    'a step from a checkpoint that no receipt names',
    'consistency_wrong',
    'checkpoint.json',
    put('checkpoint.json', ['consistency', 3], LOG.consistency(9, LOG.leaves.length)),
  ),
  of(
    'steps in another order',
    'consistency_wrong',
    'checkpoint.json',
    put('checkpoint.json', ['consistency', 1], LOG.consistency(7, LOG.leaves.length)),
    put('checkpoint.json', ['consistency', 2], LOG.consistency(4, LOG.leaves.length)),
  ),
  of(
    'a checkpoint signed by a stranger',
    'key_missing',
    'keys.json',
    put('checkpoint.json', ['checkpoint', 'keyId'], '0123456789abcdef'),
  ),
];
