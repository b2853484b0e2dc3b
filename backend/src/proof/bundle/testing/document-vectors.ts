import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import type { BundledEvent } from '../bundle-files.js';
import type { Change } from './changes.js';
import { put } from './content-parts.js';
import { naming } from './kept-agreement.js';
import { KEPT, sampleContent, SAMPLES } from './sample-bundles.js';
import { INTACT, type Vector } from './vector.js';

const BUNDLE = 'sealed.zip';
/** Changes one byte that the seal covers. */
const ONE_BYTE = { find: '/Type /Catalog', put: '/Type /Catalof' } as const;

/** Returns the change that replaces this line. Returns no change if the event did not change. */
function changedLine(event: BundledEvent, before: BundledEvent | undefined, line: number): Change[] {
  if (before !== undefined && before.metadata.equals(event.metadata)) return [];
  const { stream, revision, id, type } = event;
  const [data, metadata] = [event.data.toString('base64'), event.metadata.toString('base64')];
  return [
    {
      file: 'events.jsonl',
      line,
      put: canonicalJson({ stream, revision, id, type, data, metadata }),
    },
  ];
}

/**
 * Simulates an operator who recorded a document that differs in one byte. All events and proofs in the bundle
 * match this document, but its seal does not.
 */
function recordedWithOneOtherByte(): readonly Change[] {
  const at = KEPT.document.indexOf(ONE_BYTE.find);
  const behind = KEPT.document.subarray(at + ONE_BYTE.find.length);
  const document = Buffer.concat([KEPT.document.subarray(0, at), Buffer.from(ONE_BYTE.put), behind]);
  const kept = naming(KEPT, document);
  const { events, receipts, proofs, checkpoint, consistency } = sampleContent({ ...SAMPLES[BUNDLE], kept });
  return [
    { file: 'document.pdf', ...ONE_BYTE },
    ...events.flatMap((event, n) => changedLine(event, KEPT.events[n], n)),
    put('receipts.json', [], receipts),
    put('proofs.json', [], proofs),
    put('checkpoint.json', [], { checkpoint, consistency }),
  ];
}

const of = (name: string, document: Vector['document'], changes: readonly Change[]): Vector => ({
  name: `${BUNDLE}: ${name}`,
  bundle: BUNDLE,
  changes,
  manifest: 'made anew',
  keys: true,
  certificates: true,
  expected: INTACT,
  document,
});

/**
 * Vectors for the verifiers' option `--document`. The verdict on the bundle itself is `intact` in each
 * vector.
 */
export const DOCUMENT_VECTORS: readonly Vector[] = [
  of('its document', 'authentic', []),
  of(
    'its document with one other byte, put on record by the operator',
    'altered',
    recordedWithOneOtherByte(),
  ),
];
