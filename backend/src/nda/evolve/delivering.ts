import type { Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { isBounced } from '../mail-fates.js';
import type { DeliveryState, MailFailuresState, NdaState, RecipientState } from '../nda.state.js';
import { MAIL_REFUSED, mailPauseMs } from '../rules/delivery-pauses.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

const delivery = (state: NdaState, change: Partial<DeliveryState>): Pick<NdaState, 'delivery'> => ({
  delivery: { ...state.delivery, ...change },
});

const recipient = (
  state: NdaState,
  party: Party,
  change: Partial<RecipientState>,
): Pick<DeliveryState, 'recipients'> => {
  const { recipients } = state.delivery;
  return { recipients: { ...recipients, [party]: { ...recipients[party], ...change } } };
};

/** True if a report is about the mail with the document; false if it is about another mail to the party. */
const isOfDocument = (
  { delivery: { recipients } }: NdaState,
  { party, messageId }: { readonly party: Party; readonly messageId: string },
): boolean => recipients[party].messageId === messageId;

/**
 * Records that sending the document failed. The service then tries again, or waits until somebody requests a
 * new attempt.
 */
function notSent(
  state: NdaState,
  party: Party,
  at: string,
  { code, attempt, pauseMs }: { code: string; attempt: number; pauseMs?: number | undefined },
): Pick<DeliveryState, 'recipients' | 'error'> {
  const nextTryAt = isGivenUp(code)
    ? null
    : new Date(Date.parse(at) + (pauseMs ?? mailPauseMs(code, attempt))).toISOString();
  return { error: code, ...recipient(state, party, { status: 'failed', at, code, nextTryAt }) };
}

function documentSent(state: NdaState, { open, at }: RecordedNda<'DocumentSent'>): Partial<NdaState> {
  const { party, messageId } = open;
  const other = state.delivery.recipients[party === 1 ? 2 : 1];
  return delivery(state, {
    error: other.status === 'failed' ? other.code : null,
    ...recipient(state, party, { status: 'sent', at, messageId, nextTryAt: null }),
  });
}

function deliveryFailed(state: NdaState, { open, at }: RecordedNda<'DeliveryFailed'>): Partial<NdaState> {
  const { stage, party, code } = open;
  const { failures, failed } = state.delivery;
  const counted = { failures: failures + 1, error: code };
  return stage === 'sending' && party !== null
    ? delivery(state, {
        ...counted,
        failed: { ...failed, [party]: code },
        ...notSent(state, party, at, open),
      })
    : delivery(state, { ...counted, failed: { ...failed, document: code } });
}

function mailFailed(state: NdaState, { open, at }: RecordedNda<'MailFailed'>): Partial<NdaState> {
  const { kind, party, about, code } = open;
  const isOther = (one: MailFailuresState) => one.kind !== kind || one.party !== party;
  const earlier = state.mailFailures.find((one) => !isOther(one));
  const before = earlier?.refused ?? [];
  const refused = code === MAIL_REFUSED ? adding(before, about) : before;
  const failures = { kind, party, about, code, count: (earlier?.count ?? 0) + 1, refused };
  return {
    mailFailures: [...state.mailFailures.filter(isOther), failures],
    ...(kind === 'document' ? delivery(state, notSent(state, party, at, open)) : {}),
  };
}

function mailDelivered(state: NdaState, event: RecordedNda<'MailDelivered'>): Partial<NdaState> {
  const { party, messageId } = event.open;
  const isNews = isOfDocument(state, event.open) && !isBounced(state.mail, event);
  return {
    mailReports: adding(state.mailReports, `${messageId}:delivered`),
    ...(isNews ? delivery(state, recipient(state, party, { status: 'delivered', at: event.at })) : {}),
  };
}

function mailBounced(state: NdaState, { open, at }: RecordedNda<'MailBounced'>): Partial<NdaState> {
  const { party, messageId, code } = open;
  return {
    mailReports: adding(state.mailReports, `${messageId}:bounced`),
    ...(isOfDocument(state, open)
      ? delivery(state, recipient(state, party, { status: 'bounced', at, code }))
      : {}),
  };
}

export const deliveringFolds = {
  DocumentSealed: (state, { open, revision }) =>
    delivery(state, { documentHash: open.documentHash, sealedAtRevision: revision, error: null }),
  DocumentSent: documentSent,
  DeliveryFailed: deliveryFailed,
  DocumentTimestamped: (state, { at }) => delivery(state, { timestampedAt: at }),
  NdaSent: (state, { at }) => ({ status: 'sent', ...delivery(state, { sentAt: at, error: null }) }),
  MailFailed: mailFailed,
  MailDelivered: mailDelivered,
  MailBounced: mailBounced,
} satisfies Partial<Folds>;
