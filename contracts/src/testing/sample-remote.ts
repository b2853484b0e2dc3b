import { agreementHash } from '../agreement/canonical.js';
import type { AgreementDocument } from '../agreement/document.js';
import { fillAgreement } from '../agreement/fill.js';
import { LINK_NDA_MEMBERS, type LinkNdaView, type RemoteSignatureView } from '../nda/remote-signature.js';
import type { NdaView } from '../nda/view.js';
import { sampleNda } from './sample-nda.js';
import { sampleAgreement } from './sample-terms.js';

const invited: NdaView = {
  ...sampleNda,
  status: 'party1_signed',
  signatureMode: 'remote',
  penaltyClause: sampleAgreement.penaltyClause,
  party1SignedAt: '2026-11-12T12:01:00.000Z',
};
const agreement: AgreementDocument = fillAgreement(sampleAgreement);

/** An open invitation for tests, as Party 2 sees it. Party 1 pays for both. */
export const sampleRemote: RemoteSignatureView = {
  nda: Object.fromEntries(LINK_NDA_MEMBERS.map((name) => [name, invited[name]])) as unknown as LinkNdaView,
  alreadySigned: false,
  amountDue: 0,
  agreement,
  agreementHash: agreementHash(agreement),
  expiresAt: '2026-11-19T12:36:00.000Z',
  documentReady: false,
  payment: null,
  untrustedSince: null,
  waitingFor: null,
};
