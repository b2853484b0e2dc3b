import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { screen } from '@testing-library/react';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.js';
import { renderWithProviders } from '../../../testing/render.js';
import SigningPage from '../signing-page.js';

export const TOKEN = 'aB3_-'.repeat(8).concat('xyz');
export const LINK = `/api/remote-signature/${TOKEN}`;
export const GET = `GET ${LINK}`;
export const SIGN = `POST ${LINK}/sign`;
export const OPENED = `POST ${LINK}/opened`;
export const AT = '2026-11-13T09:30:00.000Z';
export const { nda } = sampleRemote;
export const signed: RemoteSignatureView = {
  ...sampleRemote,
  alreadySigned: true,
  waitingFor: 'document',
  nda: { ...nda, party2SignedAt: AT, status: 'completed' },
};
export const ready: RemoteSignatureView = { ...signed, waitingFor: null, documentReady: true };
export const split: RemoteSignatureView = {
  ...sampleRemote,
  amountDue: 199,
  payment: { status: 'none', amount: 199, paidAt: null },
};
export const paid: RemoteSignatureView = {
  ...split,
  amountDue: 0,
  payment: { status: 'succeeded', amount: 199, paidAt: AT },
};
export const ended = (code: string, share: string | null = null): FakeAnswer => [
  410,
  { code, message: 'Invalid or expired signature link.', share },
];
export const refusal = (status: number, code: string): FakeAnswer => [
  status,
  { code, message: `It is ${code}.` },
];

export const heading = () => screen.findByRole('heading', { level: 1 });
export const button = (name: string) => screen.getByRole('button', { name });
export const primaryButtons = () =>
  [...document.querySelectorAll('.button-primary')].filter((one) => one.closest('[hidden]') === null);
export const server = (answers: Readonly<Record<string, FakeAnswer>>) =>
  fakeServer({ [OPENED]: [204], ...answers });

export function open(answers: Readonly<Record<string, FakeAnswer>>, damaged = false) {
  const calls = server(answers);
  renderWithProviders(<SigningPage token={TOKEN} damaged={damaged} />);
  return calls;
}

/** Resets the browser's address and storage, as before a first visit. */
export function freshBrowser(): void {
  window.history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  // jsdom cannot scroll.
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  Object.assign(window, { requestIdleCallback: (act: () => void) => act() });
}
