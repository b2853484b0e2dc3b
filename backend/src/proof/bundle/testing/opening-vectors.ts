import { NO_HASH } from '../../../eventsourcing/journal/chain.js';
import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import { pemFile } from '../pem-files.js';
import {
  at,
  erased,
  gone,
  hashOf,
  of,
  old,
  one,
  put,
  rewritten,
  twice,
  unfinished,
  ZEROS,
} from './content-parts.js';
import { CERTIFICATES, sampleContent, SAMPLES } from './sample-bundles.js';
import { signed, STREAM } from './sample-histories.js';
import { ORIGIN, saltOf } from './sample-stream.js';
import type { Vector } from './vector.js';

const opened = (n: number, salt: Buffer, text: string, part: string): object => ({
  part,
  revision: n,
  salt: salt.toString('base64'),
  state: 'opened',
  text,
});
const oldSigned = at(SAMPLES['remote-format-1.zip'].history, 1);

/** Faults of openings, agreement, document and certificates. */
export const OPENING_VECTORS: readonly Vector[] = [
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
      opened(
        1,
        saltOf(`the origin of ${STREAM} 1 Party1Signed.v2`),
        canonicalJson({ origin: ORIGIN }),
        'origin',
      ),
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
    'a certificate without base64',
    'unreadable',
    'certificates.pem',
    { drop: 'certificates.pem' },
    {
      add: 'certificates.pem',
      text: '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
      before: 'README.txt',
    },
  ),
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
