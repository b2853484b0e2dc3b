import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import { sha256 } from './sample-log.js';
import type { SampleEvent } from './sample-stream.js';

/** Histories of the sample bundles. Names and texts are made up. */

export const STREAM = 'nda-019a7a10-0000-7000-8000-00000000abcd';
export const OTHER_STREAM = 'nda-019a7a10-0000-7000-8000-00000000beef';

/** A verifier accepts any bytes that have the right hash, so this text need not be a complete agreement. */
export const AGREEMENT_BYTES = Buffer.from(
  canonicalJson({ language: 'de', templateVersion: 'v1', title: 'Geheimhaltungsvereinbarung „Muster“' }),
);
export const DOCUMENT_BYTES = Buffer.from(
  `%PDF-1.7\n${'A sample of a sealed document.\n'.repeat(20)}%%EOF\n`,
);

export const agreementHash = sha256(AGREEMENT_BYTES).toString('hex');
const agreementSalt = sha256('salt of the agreement').toString('base64');
export const COMMITMENT = agreementCommitment({ agreementHash, agreementSalt });

const personal = {
  ideaTitle: 'Lastenanhänger \u{1F6B2}',
  party1Name: 'Katharina Brandstetter',
  party1Email: 'katharina@example.org',
  party2Name: 'Łukasz Achterberg',
  party2Email: 'lukasz@example.org',
};

export const created: SampleEvent = {
  type: 'NdaCreated.v2',
  open: { language: 'de', templateVersion: 'v1', agreementCommitment: COMMITMENT },
  personal: { ...personal, agreementHash, agreementSalt },
};
export const signed = (party: 1 | 2): SampleEvent => ({
  type: `Party${party}Signed.v2`,
  open: { agreementCommitment: COMMITMENT, consentWording: 'v1' },
  personal: { signatureHash: sha256(`signature of ${party}`).toString('hex') },
  hasOrigin: true,
});
const completed: SampleEvent = { type: 'NdaCompleted.v2', open: { agreementCommitment: COMMITMENT } };
const paid: readonly SampleEvent[] = [
  { type: 'PaymentRequested.v2', open: { party: 1, amount: 250, currency: 'EUR', provider: 'sandbox' } },
  { type: 'PaymentSucceeded.v2', open: { party: 1, amount: 250, currency: 'EUR', provider: 'sandbox' } },
];
export const sealedBy = (certificateHash: string | null, bytes = DOCUMENT_BYTES): SampleEvent => ({
  type: 'DocumentSealed.v1',
  open: {
    documentHash: sha256(bytes).toString('hex'),
    bytes: bytes.length,
    pages: 2,
    level: certificateHash === null ? 'none' : 'B-B',
    certificateHash,
  },
});
const sent: readonly SampleEvent[] = [
  { type: 'DocumentSent.v1', open: { party: 1, messageId: 'm-1' } },
  { type: 'NdaSent.v1', open: {} },
  { type: 'SomethingNew.v7', open: { by: 'a later version' } },
];

/** Both parties sign on one screen, pay, and get the document. */
export const inPerson = (certificateHash: string): readonly SampleEvent[] => [
  created,
  signed(1),
  signed(2),
  completed,
  ...paid,
  sealedBy(certificateHash),
  ...sent,
];

/**
 * The first events have event format 1 and version 1. In format 1, one commitment covers both the personal
 * data and the actor's origin.
 */
export const remoteOfFormat1 = (certificateHash: string): readonly SampleEvent[] => {
  const old = { format: 1 } as const;
  const commitment = agreementCommitment({ agreementHash, agreementSalt: '' });
  return [
    {
      ...old,
      type: 'NdaCreated.v1',
      open: { language: 'de', templateVersion: 'v1', agreementHash },
      personal,
    },
    {
      ...old,
      type: 'Party1Signed.v1',
      open: { agreementHash, consentWording: 'v1' },
      personal: { signatureHash: sha256('old signature of 1').toString('hex') },
      hasOrigin: true,
    },
    {
      ...old,
      type: 'Party2Invited.v1',
      open: { invitation: 1, tokenHash: sha256('token').toString('hex'), trigger: 'payment' },
    },
    {
      ...old,
      type: 'Party2AddressCorrected.v1',
      open: { address: 2, tokenHash: sha256('other token').toString('hex') },
      personal: { party2Email: 'neu@example.org', previousEmail: 'lukasz@example.org' },
    },
    { ...signed(2), open: { agreementCommitment: commitment, channel: 'remote' } },
    { type: 'NdaCompleted.v2', open: { agreementCommitment: commitment } },
    sealedBy(certificateHash),
  ];
};

/**
 * Party 2 signs through a link. A mail server accepted the first invitation. The response of the mail server
 * to the second invitation was lost.
 */
export const throughLink = (certificateHash: string): readonly SampleEvent[] => {
  const tokens = ['token', 'other token'].map((token) => sha256(token).toString('hex'));
  return [
    created,
    signed(1),
    { type: 'Party2Invited.v1', open: { invitation: 1, tokenHash: tokens[0], trigger: 'payment' } },
    { type: 'InvitationSent.v1', open: { invitation: 1, messageId: 'i-1' } },
    {
      type: 'Party2AddressCorrected.v1',
      open: { address: 2, tokenHash: tokens[1] },
      personal: { party2Email: 'neu@example.org', previousEmail: 'lukasz@example.org' },
    },
    { type: 'InvitationSent.v2', open: { invitation: 1, messageId: 'i-2', fate: 'unknown' } },
    { ...signed(2), open: { agreementCommitment: COMMITMENT, channel: 'remote', tokenHash: tokens[1] } },
    completed,
    sealedBy(certificateHash),
  ];
};

export const unfinished: readonly SampleEvent[] = [created, signed(1)];

/** The document was sealed twice, by two different certificates. */
export const sealedTwice = (certificateHashes: readonly [string, string]): readonly SampleEvent[] => [
  created,
  signed(1),
  signed(2),
  completed,
  sealedBy(certificateHashes[0], Buffer.from('%PDF-1.7 an earlier one')),
  sealedBy(null, Buffer.from('%PDF-1.7 one without a seal')),
  sealedBy(certificateHashes[1]),
];

export const erased = (certificateHash: string): readonly SampleEvent[] => [
  ...inPerson(certificateHash),
  { type: 'NdaErased.v1', open: { reason: 'admin' } },
  { type: 'NdaKeyDestroyed.v1', open: { keyId: STREAM.slice(4), destroyedAt: '2026-11-20T10:00:00.000Z' } },
];
