import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';

/**
 * An NDA that has been paid for both parties. The invitation has been sent, and Party 2 has not signed yet.
 */
export const invited = (change: Partial<NdaView> = {}): NdaView => ({
  ...sampleNda,
  status: 'party1_signed',
  signatureMode: 'remote',
  party1Signature: `/api/ndas/${sampleNda.id}/signatures/1`,
  party1SignedAt: '2026-11-12T12:01:00.000Z',
  party1PaysForBoth: true,
  party1PaymentStatus: 'succeeded',
  party1PaymentAmount: 398,
  party1PaidAt: '2026-11-12T12:10:00.000Z',
  paymentStatus: 'succeeded',
  amountDue: 0,
  revision: 5,
  invitationStatus: 'sent',
  party2SignatureToken: 'fingerprint',
  party2SignatureLinkSentAt: '2026-11-12T12:10:01.000Z',
  expiresAt: '2026-11-19T12:10:01.000Z',
  invitationsLeft: 2,
  ...change,
});
