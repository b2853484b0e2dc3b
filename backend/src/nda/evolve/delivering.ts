import type { DeliveryState, MailFailuresState, NdaState } from '../nda.state.js';
import { MAIL_REFUSED } from '../rules/delivery-pauses.js';
import { adding, type Folds } from './fold.js';

const delivery = (state: NdaState, change: Partial<DeliveryState>): Pick<NdaState, 'delivery'> => ({
  delivery: { ...state.delivery, ...change },
});

export const deliveringFolds: Folds<
  | 'DocumentSealed'
  | 'DocumentSent'
  | 'DeliveryFailed'
  | 'DocumentTimestamped'
  | 'NdaSent'
  | 'MailFailed'
  | 'MailDelivered'
  | 'MailBounced'
> = {
  DocumentSealed: (state, { open, revision }) =>
    delivery(state, { documentHash: open.documentHash, sealedAtRevision: revision }),
  DocumentSent: (state, { open, at }) =>
    delivery(state, {
      sentTo: { ...state.delivery.sentTo, [open.party]: { messageId: open.messageId, at } },
    }),
  DeliveryFailed: (state, { open: { stage, party, code } }) => {
    const { failures, failed } = state.delivery;
    const about = stage === 'sending' && party !== null ? party : 'document';
    return delivery(state, { failures: failures + 1, failed: { ...failed, [about]: code } });
  },
  DocumentTimestamped: (state, { at }) => delivery(state, { timestampedAt: at }),
  NdaSent: (state, { at }) => ({ status: 'sent', ...delivery(state, { sentAt: at }) }),
  MailFailed: (state, { open: { kind, party, about, code } }) => {
    const isOther = (told: MailFailuresState) => told.kind !== kind || told.party !== party;
    const told = state.mailFailures.find((one) => !isOther(one));
    const before = told?.refused ?? [];
    const refused = code === MAIL_REFUSED ? adding(before, about) : before;
    const failures = { kind, party, about, code, count: (told?.count ?? 0) + 1, refused };
    return { mailFailures: [...state.mailFailures.filter(isOther), failures] };
  },
  MailDelivered: (state, { open }) => ({
    mailReports: adding(state.mailReports, `${open.messageId}:delivered`),
  }),
  MailBounced: (state, { open }) => ({ mailReports: adding(state.mailReports, `${open.messageId}:bounced`) }),
};
