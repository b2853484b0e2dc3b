import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.js';
import { renderWithProviders } from '../../../testing/render.js';
import { shownAgreement } from '../../agreement/agreement-terms.js';
import { invited } from '../../invitation/testing/invited.js';
import { KeptStep } from './kept-step.js';

export const ADDRESS = `/api/ndas/${sampleNda.id}`;
export const READ = `GET ${ADDRESS}`;
export const SIGN = `POST ${ADDRESS}/sign`;
export const INVITE = `POST ${ADDRESS}/initiate-remote-signature`;
export const { hash } = shownAgreement(sampleNda);
export const link = (change: Partial<NdaView> = {}) => invited({ agreementHash: hash, ...change });
/** An NDA that Party 1 has signed and that Party 2 will sign through a link. Nothing is paid yet. */
export const due = (change: Partial<NdaView> = {}) =>
  link({
    invitationStatus: 'none',
    invitationsLeft: 3,
    amountDue: 398,
    party1PaymentStatus: 'none',
    paymentStatus: 'none',
    party1PaidAt: null,
    party1PaymentAmount: null,
    expiresAt: null,
    party2SignatureToken: null,
    revision: 2,
    ...change,
  });
export const owed = (change: Partial<NdaView> = {}) =>
  due({ amountDue: 0, party1PaymentStatus: 'succeeded', party1PaymentAmount: 398, ...change });
export const here = (change: Partial<NdaView> = {}) =>
  due({ signatureMode: 'in-person', amountDue: 199, ...change });

/** @returns the calls, and the callbacks with which step 4 reaches the wizard */
export function shown(nda: NdaView, answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const server = (others: Readonly<Record<string, FakeAnswer>>) =>
    fakeServer({ [READ]: [200, nda], 'POST /api/analytics/funnel-event': [204], ...others });
  const calls = server(answers);
  const onCompleted = jest.fn();
  const onReuse = jest.fn();
  const { unmount } = renderWithProviders(
    <KeptStep
      nda={nda}
      onBack={() => {}}
      onStartNew={() => {}}
      onCompleted={onCompleted}
      onReuse={onReuse}
      paymentDialog={({ nda: paid, onPending, onOpenChange }) => (
        <>
          <p>{`Payment of ${paid.amountDue}`}</p>
          <button type="button" onClick={() => onPending(false)}>
            Order
          </button>
          <button type="button" onClick={() => onPending(true)}>
            Provider says yes
          </button>
          <button type="button" onClick={() => onOpenChange(false)}>
            Close
          </button>
        </>
      )}
    />,
  );
  return { calls, server, onCompleted, onReuse, unmount };
}
/** Returns the bodies of the POST requests to a path. */
export const posted = (path: string): unknown[] =>
  jest
    .mocked(fetch)
    .mock.calls.filter(([to, init]) => to === path && init?.method === 'POST')
    .map(([, init]) => JSON.parse(init?.body as string));
export const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
export const press = (name: string | RegExp) => user().click(screen.getByRole('button', { name }));
export const choose = (name: RegExp) => user().click(screen.getByRole('radio', { name }));
export const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
export const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
export const primary = () =>
  [...document.querySelectorAll('.button-primary')].map(({ textContent }) => textContent);

/** Before each test: starts the fake clock, and adds functions that jsdom lacks. */
export function startClock(): void {
  jest.useFakeTimers({ now: Date.parse('2026-11-13T00:00:00.000Z') });
  Object.assign(window, { scrollTo: () => undefined });
}
