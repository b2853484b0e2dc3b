import type { OwnNdaView } from '@siegel/contracts/nda/view';
import { daysLeft, stateOf } from './agreement-state.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const after = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();

const draft: OwnNdaView = {
  id: '018f',
  ideaTitle: 'Anhänger',
  party2Name: 'Thomas Achterberg',
  status: 'draft',
  signatureMode: 'in-person',
  invitationStatus: 'none',
  paymentStatus: 'none',
  expiresAt: null,
  createdAt: after(0),
  untrustedSince: null,
};
const remote = { ...draft, status: 'party1_signed', signatureMode: 'remote' } as const;
const invited = { ...remote, paymentStatus: 'succeeded', expiresAt: after(3 * DAY) } as const;

it.each<[string, Partial<OwnNdaView>, string | undefined]>([
  ['nobody has signed', draft, 'signature'],
  ['Party 1 has signed, on one screen', { ...draft, status: 'party1_signed' }, 'otherSignature'],
  ['Party 1 has to pay before the invitation', remote, 'payment'],
  ['the payment is under way', { ...remote, paymentStatus: 'pending' }, 'payment'],
  ['nobody is invited though it is paid', { ...remote, paymentStatus: 'succeeded' }, 'invitation'],
  [
    'the invitation was taken back',
    { ...remote, paymentStatus: 'succeeded', invitationStatus: 'cancelled' },
    'invitation',
  ],
  ['the invitation is on its way', { ...invited, invitationStatus: 'pending' }, 'inviting'],
  ['the invitation has been sent', { ...invited, invitationStatus: 'sent' }, 'waiting'],
  ['the link was opened', { ...invited, invitationStatus: 'opened' }, 'waiting'],
  ['a day is left', { ...invited, invitationStatus: 'sent', expiresAt: after(DAY) }, 'lastDay'],
  ['an hour is left', { ...invited, invitationStatus: 'sent', expiresAt: after(DAY / 24) }, 'lastDay'],
  ['time is up', { ...invited, invitationStatus: 'sent', expiresAt: after(0) }, 'expired'],
  ['the invitation has expired', { ...invited, invitationStatus: 'expired' }, 'expired'],
  ['both have signed', { ...draft, status: 'completed' }, 'payment'],
  ['one of two shares is paid', { ...remote, status: 'completed', paymentStatus: 'pending' }, 'payment'],
  ['it is signed and paid', { ...draft, status: 'completed', paymentStatus: 'succeeded' }, 'delivery'],
  ['nothing can be changed', { ...invited, invitationStatus: 'sent', untrustedSince: after(0) }, 'closed'],
  ['both have the document', { ...draft, status: 'sent', paymentStatus: 'succeeded' }, undefined],
])('knows the state when %s', (_when, nda, state) => {
  expect(stateOf({ ...draft, ...nda }, NOW)).toBe(state);
});

it.each([
  [1, 1],
  [DAY, 1],
  [DAY + 1, 2],
  [7 * DAY, 7],
  [0, 0],
])('rounds up to whole days: %d ms are %d', (milliseconds, days) => {
  expect(daysLeft({ expiresAt: after(milliseconds) }, NOW)).toBe(days);
});
