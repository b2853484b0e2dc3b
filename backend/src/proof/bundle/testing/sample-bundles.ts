import { X509Certificate } from 'node:crypto';
import {
  AUTHORITY,
  SERVER_CERTIFICATE,
} from '../../../eventsourcing/event-store/eventstoredb/testing/certificates.js';
import { differentCheckpoints } from '../../checkpoint-name.js';
import type { BundleContent, Opening } from '../bundle-files.js';
import { pemFile } from '../pem-files.js';
import { fileOf } from '../spelling.js';
import { writeBundle } from '../write-bundle.js';
import { type KeptAgreement, keptAgreement } from './kept-agreement.js';
import {
  AGREEMENT_BYTES,
  created,
  DOCUMENT_BYTES,
  erased,
  inPerson,
  remoteOfFormat1,
  sealedTwice,
  STREAM,
  throughLink,
  unfinished,
} from './sample-histories.js';
import { SampleLog, sampleKey, type SampleKey, sha256, signedReceipt } from './sample-log.js';
import { type SampleEvent, type StoredSample, storedStream } from './sample-stream.js';

/** Any two certificates will do, because the verifiers only compare their hashes. */
export const CERTIFICATES = [AUTHORITY, SERVER_CERTIFICATE].map((pem) => new X509Certificate(pem).raw) as [
  Buffer,
  Buffer,
];
const [FIRST, SECOND] = CERTIFICATES.map((der) => sha256(der).toString('hex')) as [string, string];

export const OPERATOR = sampleKey('operator');
const RETIRED = sampleKey('operator, before');
export const STRANGER = sampleKey('stranger');

const AT = '2026-11-21T09:00:00.000Z';

/** A stored agreement whose document has a real seal. The documents of the other samples have no seal. */
export const KEPT = keptAgreement();

interface SampleSpec {
  readonly history: readonly SampleEvent[];
  /** Replaces the history, the agreement and the document, if set. */
  readonly kept?: KeptAgreement;
  /**
   * `others[n]` is the number of leaves of other streams directly before event `n`. `others[events.length]`
   * is the number of leaves after the last event. A missing item counts as 0.
   */
  readonly others?: readonly number[];
  /** Sizes of the log at which earlier checkpoints were signed. */
  readonly checkpoints?: readonly number[];
  readonly keys?: { readonly receipts: SampleKey; readonly checkpoint: SampleKey };
  readonly openings?: (opening: Opening) => Opening;
  readonly agreement?: boolean;
  readonly document?: boolean;
  readonly certificates?: readonly Buffer[];
}

/** Returns the sample's events, and the log that contains these events. */
export function sampleLog({ history, kept, others = [] }: SampleSpec): {
  readonly events: readonly StoredSample[];
  readonly log: SampleLog;
} {
  const events = kept?.events ?? storedStream(STREAM, history);
  return { events, log: logOf(events, others) };
}

const foreign = (n: number): string => sha256(`an event of somebody else, ${n}`).toString('hex');

function logOf(events: readonly StoredSample[], others: readonly number[]): SampleLog {
  const leaves: string[] = [];
  for (let n = 0; n <= events.length; n += 1) {
    for (let more = others[n] ?? 0; more > 0; more -= 1) leaves.push(foreign(leaves.length));
    const event = events[n];
    if (event !== undefined) leaves.push(event.hash);
  }
  return new SampleLog(leaves);
}

/** The content of the sample bundle. */
export function sampleContent(spec: SampleSpec): BundleContent {
  const { checkpoints = [], openings = (one) => one } = spec;
  const keys = spec.keys ?? { receipts: OPERATOR, checkpoint: OPERATOR };
  const { events, log } = sampleLog(spec);
  const stream = events[0]?.stream ?? STREAM;
  const size = log.leaves.length;
  const receipts = events.map(({ revision, hash, at }) => {
    const before = checkpoints.filter((one) => one <= log.leaves.indexOf(hash)).at(-1);
    const lastCheckpoint = before === undefined ? null : log.name(before);
    return signedReceipt({ stream, revision, eventHash: hash, at, lastCheckpoint }, keys.receipts);
  });
  const named = differentCheckpoints(receipts.map(({ lastCheckpoint }) => lastCheckpoint));
  return {
    stream,
    events: events.map(({ revision, id, type, data, metadata }) => ({
      stream,
      revision,
      id,
      type,
      data,
      metadata,
    })),
    openings: events.flatMap((event) => event.openings).map(openings),
    agreement: spec.agreement === false ? undefined : (spec.kept?.agreement ?? AGREEMENT_BYTES),
    document: spec.document === false ? undefined : (spec.kept?.document ?? DOCUMENT_BYTES),
    receipts,
    proofs: events.map(({ hash }) => log.proof(hash, size)),
    checkpoint: log.checkpoint(size, AT, keys.checkpoint),
    consistency: named.map((name) => log.consistency(Number(name.split(':')[0]), size)),
    keys: publicKeys([...new Set([keys.receipts, keys.checkpoint])]),
    certificates: spec.certificates ?? [CERTIFICATES[0]],
  };
}

const publicKeys = (keys: readonly SampleKey[]): BundleContent['keys'] =>
  keys
    .map(({ keyId, publicKey }) => ({ keyId, publicKey }))
    .toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));

const shut =
  (state: 'erased' | 'key_missing') =>
  ({ revision, part }: Opening): Opening => ({
    revision,
    part,
    state: part === 'origin' && state === 'key_missing' ? 'withheld' : state,
  });

const OTHERS = [3, 0, 2, 0, 1, 0, 0, 4, 0, 1, 6];
const whole: SampleSpec = { history: inPerson(FIRST), others: OTHERS, checkpoints: [0, 4, 7] };

/** The samples. Their keys are the names of the files in docs/verifier/vectors. */
export const SAMPLES = {
  'in-person.zip': whole,
  'remote-format-1.zip': { history: remoteOfFormat1(FIRST), others: [0, 1, 0, 0, 0, 0, 0, 0] },
  'through-link.zip': { history: throughLink(FIRST), others: [1, 0, 0, 2] },
  'erased.zip': {
    ...whole,
    history: erased(FIRST),
    openings: shut('erased'),
    agreement: false,
    document: false,
  },
  'unfinished.zip': {
    history: unfinished,
    others: [5, 0, 1],
    checkpoints: [3],
    document: false,
    certificates: [],
  },
  'one-event.zip': { history: [created], document: false, certificates: [] },
  'key-missing.zip': { ...whole, openings: shut('key_missing'), agreement: false, document: false },
  'two-keys.zip': {
    history: sealedTwice([FIRST, SECOND]),
    others: [1, 1, 1, 1, 1, 1, 1, 1],
    checkpoints: [2, 4, 6, 8],
    keys: { receipts: OPERATOR, checkpoint: RETIRED },
    certificates: CERTIFICATES,
  },
  'other-keys.zip': { ...whole, keys: { receipts: STRANGER, checkpoint: STRANGER } },
  'sealed.zip': {
    history: [],
    kept: KEPT,
    others: [2, 0, 1],
    checkpoints: [1, 4],
    certificates: [KEPT.certificate],
  },
} as const satisfies Readonly<Record<string, SampleSpec>>;
export type SampleName = keyof typeof SAMPLES;

export const sampleBundle = (name: SampleName): Buffer => writeBundle(sampleContent(SAMPLES[name]));

/**
 * The keys and certificates that the operator published separately from the bundles. `trustedKeys` has all of
 * the operator's keys. `trustedCertificates` lacks the second item of `CERTIFICATES`.
 */
export const trustedKeys = (): Buffer => fileOf(publicKeys([OPERATOR, RETIRED]));
export const trustedCertificates = (): Buffer => pemFile([CERTIFICATES[0], KEPT.certificate]);
