import type { Upcasters } from '../eventsourcing/journal/journal.js';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';

type Upcaster = Upcasters[string];

/**
 * Replaces the agreement's hash in the open part with a commitment to the hash. Version 1 did not seal the
 * hash. The commitment therefore has no salt, so anyone who knows the hash can compute the commitment.
 */
function withCommitment(open: object): { readonly hash: string; readonly open: object } {
  const { agreementHash: hash, ...rest } = open as { readonly agreementHash?: string };
  if (hash === undefined) return { hash: '', open };
  return {
    hash,
    open: { ...rest, agreementCommitment: agreementCommitment({ agreementHash: hash, agreementSalt: '' }) },
  };
}

const created: Upcaster = (data) => {
  const { hash, open } = withCommitment(data.open);
  const sealed = hash === '' ? {} : { agreementHash: hash, agreementSalt: '' };
  return {
    type: 'NdaCreated.v2',
    open,
    ...(data.personal && { personal: { ...data.personal, ...sealed } }),
  };
};

const signed =
  (type: 'Party1Signed.v2' | 'Party2Signed.v2'): Upcaster =>
  ({ open, personal }) => ({
    type,
    open: { ...withCommitment(open).open, consentLanguage: null, signatureKind: null },
    ...(personal && { personal }),
  });

/**
 * One upcaster from each old version of an event to the next. `fixtures/` permanently contains one event of
 * each version.
 */
export const ndaUpcasters: Upcasters = {
  'NdaCreated.v1': created,
  'Party1Signed.v1': signed('Party1Signed.v2'),
  'Party2Signed.v1': signed('Party2Signed.v2'),
  // In version 1, delivery reports were recorded only for mails with the document, and a bounced mail was not
  // sent again.
  'MailDelivered.v1': ({ open }) => ({ type: 'MailDelivered.v2', open: { kind: 'document', ...open } }),
  'MailBounced.v1': ({ open, personal }) => ({
    type: 'MailBounced.v2',
    open: { kind: 'document', permanent: true, ...open },
    ...(personal && { personal }),
  }),
  // Version 2 distinguishes two values of `fate`. Version 1 recorded both as an acceptance, so its events do
  // not show which value applies.
  'InvitationSent.v1': ({ open }) => ({ type: 'InvitationSent.v2', open: { ...open, fate: 'accepted' } }),
  // Version 1 recorded `consentWording` before the payer pressed the button, so the wording is no proof of
  // consent.
  'PaymentRequested.v1': ({ open }) => {
    const { consentWording: _, ...rest } = open as { readonly consentWording?: string };
    return { type: 'PaymentRequested.v2', open: rest };
  },
  'PaymentSucceeded.v1': ({ open }) => ({ type: 'PaymentSucceeded.v2', open }),
  // When version 1 was in use, only tests reported refunds, and at most one per payment. The amount of that
  // refund is therefore the total.
  'PaymentRefunded.v1': ({ open }) => {
    const { amount, ...rest } = open as { readonly amount?: number };
    return { type: 'PaymentRefunded.v2', open: { ...rest, totalRefunded: amount } };
  },
  'NdaCompleted.v1': ({ open }) => ({ type: 'NdaCompleted.v2', open: withCommitment(open).open }),
};
