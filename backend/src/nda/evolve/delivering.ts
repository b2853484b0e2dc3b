import type { DeliveryState, NdaState } from '../nda.state.js';
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
  MailDelivered: (state, { open }) => ({
    mailReports: adding(state.mailReports, `${open.messageId}:delivered`),
  }),
  MailBounced: (state, { open }) => ({ mailReports: adding(state.mailReports, `${open.messageId}:bounced`) }),
};
