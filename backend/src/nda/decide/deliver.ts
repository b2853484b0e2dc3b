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
 * The first one stands: it is the document of record (rule:document-of-record), rendered as of the revision
 * at which the NDA was complete and paid (rule:document-as-of-due-revision).
 * @throws not_completed, payment_required, document_not_ready: rendered as of another revision
 */
export const recordDocumentSealed: Decide<RecordDocumentSealed> = ({ document }, state) => {
  requireCompleteAndPaid(state);
  if (state.delivery.documentHash !== null) return [];
  if (document.asOfRevision !== state.dueAtRevision) throw new RuleBroken('document_not_ready');
  return [{ type: 'DocumentSealed', open: document }];
};

/**
 * Once per party; the second of the two makes the NDA sent.
 * @throws not_completed, payment_required, document_not_ready: another document, or none
 */
export const recordDocumentSent: Decide<RecordDocumentSent> = ({ party, messageId, documentHash }, state) => {
  requireCompleteAndPaid(state);
  if (state.delivery.documentHash !== documentHash) throw new RuleBroken('document_not_ready');
  if (isAccepted(state, party)) return [];
  const other: Party = party === 1 ? 2 : 1;
  const sent = { type: 'DocumentSent', open: { party, messageId, documentHash } } as const;
  return isAccepted(state, other) ? [sent, { type: 'NdaSent', open: { documentHash } }] : [sent];
};

/** Failures that a history tells of; of more it tells only that nothing is tried any more. */
const FAILURES_MAX = 60;

/**
 * Quiet once the party has the document, or both have, and where enough was told: however often somebody asks
 * to try again, a history has an end (rule:streams-are-bounded).
 * @throws not_completed, payment_required
 */
export const recordDeliveryFailure: Decide<RecordDeliveryFailure> = ({ failure }, state) => {
  requireCompleteAndPaid(state);
  const { stage, party, code } = failure;
  const { sentAt, failures, failed } = state.delivery;
  const isLate = sentAt !== null || (party !== null && isAccepted(state, party));
  const isTold = isGivenUp(code)
    ? failed[stage === 'sending' && party !== null ? party : 'document'] === code
    : failures >= FAILURES_MAX;
  return isLate || isTold ? [] : [{ type: 'DeliveryFailed', open: failure }];
};

/** Once, for the document of record. @throws document_not_ready */
export const recordTimestamp: Decide<RecordTimestamp> = ({ documentHash, authority, tokenTime }, state) => {
  if (state.delivery.documentHash !== documentHash) throw new RuleBroken('document_not_ready');
  if (state.delivery.timestampedAt !== null) return [];
  return [{ type: 'DocumentTimestamped', open: { documentHash, authority, tokenTime } }];
};
