import type { Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type {
  RecordDeliveryFailure,
  RecordDocumentSealed,
  RecordDocumentSent,
  RecordTimestamp,
} from '../nda.commands.js';
import { requireCompleteAndPaid } from '../rules/document.js';
import { isAccepted } from '../rules/recipients.js';
import type { Decide } from './decide.js';

/**
 * The first sealed document is the document of record (rule:document-of-record). If a later document is
 * sealed, nothing is appended. The document of record must be rendered as of the revision at which the NDA
 * became complete and paid (rule:document-as-of-due-revision).
 * @throws not_completed, payment_required, document_not_ready: rendered as of another revision
 */
export const recordDocumentSealed: Decide<RecordDocumentSealed> = ({ document }, state) => {
  requireCompleteAndPaid(state);
  if (state.delivery.documentHash !== null) return [];
  if (document.asOfRevision !== state.dueAtRevision) throw new RuleBroken('document_not_ready');
  return [{ type: 'DocumentSealed', open: document }];
};

/**
 * Records once per party that the document was sent. When both parties have the document, NdaSent is appended
 * too.
 * @throws not_completed, payment_required, document_not_ready: `documentHash` is not the hash of the document
 * of record
 */
export const recordDocumentSent: Decide<RecordDocumentSent> = ({ party, messageId, documentHash }, state) => {
  requireCompleteAndPaid(state);
  if (state.delivery.documentHash !== documentHash) throw new RuleBroken('document_not_ready');
  if (isAccepted(state, party)) return [];
  const other: Party = party === 1 ? 2 : 1;
  const sent = { type: 'DocumentSent', open: { party, messageId, documentHash } } as const;
  return isAccepted(state, other) ? [sent, { type: 'NdaSent', open: { documentHash } }] : [sent];
};

/**
 * Number of failures that a history records. Beyond this number, it records only that the service gave up.
 */
const FAILURES_MAX = 60;

/**
 * Appends nothing if the party of the failed mail has the document, or if both parties have it. At the limit
 * of recorded failures, this command appends only that the service gave up. So the history stays bounded, no
 * matter how often somebody requests another attempt (rule:streams-are-bounded).
 * @throws not_completed, payment_required
 */
export const recordDeliveryFailure: Decide<RecordDeliveryFailure> = ({ failure }, state) => {
  requireCompleteAndPaid(state);
  const { stage, party, code } = failure;
  const { sentAt, failures, failed } = state.delivery;
  const isLate = sentAt !== null || (party !== null && isAccepted(state, party));
  const isRecorded = isGivenUp(code)
    ? failed[stage === 'sending' && party !== null ? party : 'document'] === code
    : failures >= FAILURES_MAX;
  return isLate || isRecorded ? [] : [{ type: 'DeliveryFailed', open: failure }];
};

/** Records once that the document of record got a timestamp. @throws document_not_ready */
export const recordTimestamp: Decide<RecordTimestamp> = ({ documentHash, authority, tokenTime }, state) => {
  if (state.delivery.documentHash !== documentHash) throw new RuleBroken('document_not_ready');
  if (state.delivery.timestampedAt !== null) return [];
  return [{ type: 'DocumentTimestamped', open: { documentHash, authority, tokenTime } }];
};
