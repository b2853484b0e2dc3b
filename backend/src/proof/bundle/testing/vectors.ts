import { fileOf } from '../spelling.js';
import { DOCUMENT_VECTORS } from './document-vectors.js';
import { EVENT_VECTORS } from './event-vectors.js';
import { FILE_VECTORS } from './file-vectors.js';
import { FORGED_VECTORS } from './forged-vectors.js';
import { LIMIT_VECTORS } from './limit-vectors.js';
import { OPENING_VECTORS } from './opening-vectors.js';
import { PROOF_VECTORS } from './proof-vectors.js';
import {
  SAMPLES,
  sampleBundle,
  type SampleName,
  trustedCertificates,
  trustedKeys,
} from './sample-bundles.js';
import { type Expected, INTACT, type Vector } from './vector.js';

const plain = (bundle: SampleName, expected: Expected, given: Partial<Vector> = {}): Vector => ({
  name: `${bundle} as it is`,
  bundle,
  changes: [],
  manifest: 'kept',
  keys: true,
  certificates: true,
  expected,
  ...given,
});

const IN_ITSELF: Expected = { verdict: 'unknown', kind: 'consistent_in_itself', at: null };
const KEY_UNKNOWN: Expected = { verdict: 'unknown', kind: 'key_unknown', at: 'keys.json' };

const CERTIFICATE_UNKNOWN: Expected = {
  verdict: 'unknown',
  kind: 'certificate_unknown',
  at: 'certificates.pem',
};

const WHOLE = (Object.keys(SAMPLES) as SampleName[]).filter((name) => name !== 'other-keys.zip');

export const VECTORS: readonly Vector[] = [
  ...WHOLE.map((bundle) => plain(bundle, INTACT, { certificates: bundle !== 'two-keys.zip' })),
  ...WHOLE.map((bundle) =>
    plain(bundle, IN_ITSELF, { name: `${bundle} without keys`, keys: false, certificates: false }),
  ),
  plain('in-person.zip', INTACT, { name: 'keys alone are enough', certificates: false }),
  plain('two-keys.zip', CERTIFICATE_UNKNOWN, { name: 'sealed by a certificate that is not known' }),
  plain('other-keys.zip', KEY_UNKNOWN, { name: 'made by somebody else' }),
  plain('other-keys.zip', IN_ITSELF, { name: 'made by somebody else, without keys', keys: false }),
  ...FILE_VECTORS,
  ...EVENT_VECTORS,
  ...OPENING_VECTORS,
  ...PROOF_VECTORS,
  ...FORGED_VECTORS,
  ...LIMIT_VECTORS,
  ...DOCUMENT_VECTORS,
];

/** The files in docs/verifier/vectors, by name. */
export const vectorFiles = (): ReadonlyMap<string, Buffer> =>
  new Map<string, Buffer>([
    ...(Object.keys(SAMPLES) as SampleName[]).map((name) => [name, sampleBundle(name)] as const),
    ['keys.json', trustedKeys()],
    ['certificates.pem', trustedCertificates()],
    ['vectors.json', Buffer.from(`[\n${VECTORS.map(lineOf).join(',\n')}\n]\n`)],
  ]);

/** Writes each vector on its own line, so that a diff shows only the changed vectors. */
const lineOf = (vector: Vector): string => fileOf(vector).toString('utf8').trimEnd();
