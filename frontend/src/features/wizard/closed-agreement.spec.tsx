import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import WizardPage from './wizard-page.js';

/** jsdom has no canvas, so drawing is tested in the browser. */
jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));

const { id } = sampleNda;
const READ = `GET /api/ndas/${id}`;
const SINCE = '2026-11-12T12:01:00.000Z';
const CLOSED: NdaView = { ...sampleNda, untrustedSince: SINCE };
const TITLE = 'This agreement cannot be changed at the moment.';

function openPage(nda: NdaView) {
  const server = fakeServer({ 'POST /api/analytics/funnel-event': [204], [READ]: [200, nda] });
  renderWithProviders(
    <Routes>
      <Route path="/nda/:id" element={<WizardPage />} />
    </Routes>,
    `/nda/${id}`,
    { operatorEmail: null },
  );
  return server;
}

beforeAll(() =>
  startTexts('en', ['wizard', 'agreement', 'signing', 'payment', 'finish', 'invitation', 'cookies']),
);
beforeEach(() => {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined });
  Object.assign(window, { matchMedia: () => ({ matches: true }), scrollTo: () => undefined });
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());

describe.each([
  ['a draft', CLOSED],
  ['one that waits for Party 2', { ...CLOSED, status: 'party1_signed', signatureMode: 'remote' } as const],
  [
    'a completed one',
    { ...CLOSED, status: 'completed', party1SignedAt: SINCE, party2SignedAt: SINCE } as const,
  ],
  ['one that was sent', { ...CLOSED, status: 'sent' } as const],
])('a closed agreement, %s', (_, nda) => {
  it('says one plain sentence, and offers neither text nor PDF nor an act', async () => {
    openPage(nda);
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(screen.getByText('The operator has been informed.')).toBeVisible();
    expect(screen.getByText(/its text and its PDF cannot be opened here/)).toBeVisible();
    const controls = [...screen.queryAllByRole('button'), ...screen.getAllByRole('link')];
    expect(controls.map(({ textContent }) => textContent)).toEqual(['Back to home']);
  });
});

it('the wizard goes on by itself once the agreement is repaired', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  openPage(CLOSED);
  expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  fakeServer({ 'POST /api/analytics/funnel-event': [204], [READ]: [200, sampleNda] });
  await act(async () => jest.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  expect(await screen.findByRole('heading', { level: 1, name: /^You sign first/ })).toBeVisible();
});
