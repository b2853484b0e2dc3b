import type { AdminNdaView } from '@siegel/contracts/admin/views';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { toasts } from '../../../components/toast-store.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { adminServer, type Answer } from '../testing/admin-server.js';
import NdaPage from './nda-page.js';

const NDA: AdminNdaView = {
  ...sampleNda,
  status: 'completed',
  paymentStatus: 'succeeded',
  legalHold: null,
  delivery: {
    status: 'retrying',
    error: null,
    recipients: [
      { party: 1, status: 'delivered', at: '2026-11-20T10:00:00Z', reason: null, nextTryAt: null },
      { party: 2, status: 'bounced', at: '2026-11-20T10:05:00Z', reason: 'bounced', nextTryAt: null },
    ],
  },
};
const READ = `GET /api/ndas/${NDA.id}`;
const READINGS = `GET /api/audit/ndas/${NDA.id}/readings`;

function open(answers: Record<string, Answer> = {}) {
  const server = adminServer({
    [READ]: [200, NDA],
    [`GET /api/audit/ndas/${NDA.id}/events`]: [200, { items: [], total: 0 }],
    [READINGS]: [
      200,
      {
        items: [{ at: '2026-11-21T08:00:00Z', role: 'admin', session: 'ab'.repeat(32), what: 'document' }],
        total: 1,
        page: 1,
        pageSize: 50,
      },
    ],
    ...answers,
  });
  renderWithProviders(
    <Routes>
      <Route path="/admin/audit/:id" element={<NdaPage />} />
      <Route path="/admin/dashboard" element={<p>dashboard</p>} />
    </Routes>,
    `/admin/audit/${NDA.id}`,
  );
  return { user: userEvent.setup(), ...server };
}

beforeAll(() => startTexts('en', ['admin', 'replay', 'wizard']));
beforeEach(() => toasts.clear());

it('shows the admin the facts and the delivery of each mail', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: NDA.ideaTitle })).toBeVisible();
  expect(screen.getByText('Sending')).toBeVisible();
  expect(screen.getByText(NDA.party1Name)).toBeVisible();
  expect(screen.getByText(/^delivered:/)).toHaveTextContent(`delivered: ${NDA.party1Email}`);
  expect(screen.getByText(/^did not arrive:/)).toHaveTextContent(`did not arrive: ${NDA.party2Email}`);
  expect(screen.getByText(/the message came back$/)).toBeVisible();
  expect(await screen.findByText('Nothing is open.')).toBeVisible();
  expect(screen.queryByText(/siegel log:repair/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
    'href',
    `/api/ndas/${NDA.id}/pdf`,
  );
});

it('is complete for an admin whose browser created the NDA and gets no legal hold', async () => {
  const { legalHold: _, ...creatorView } = NDA;
  open({ [READ]: [200, creatorView] });
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeEnabled();
});

it.each([
  ['Lawsuit', 'On legal hold since 2 Nov 2026: Lawsuit'],
  [null, 'On legal hold since 2 Nov 2026'],
])('shows date and reason (%j) of a legal hold, and disables the deletion', async (reason, words) => {
  open({ [READ]: [200, { ...NDA, legalHold: { since: '2026-11-02T12:00:00Z', reason } }] });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
});

describe('a closed agreement', () => {
  const SINCE = '2026-11-02T12:00:00.000Z';
  const EVENTS = `GET /api/audit/ndas/${NDA.id}/events`;

  it('says what is wrong and what to do, and offers no act', async () => {
    open({
      [READ]: [200, { ...NDA, untrustedSince: SINCE }],
      [EVENTS]: [200, { items: [], total: 0, untrustedSince: SINCE }],
    });
    expect(await screen.findByText(`siegel log:repair nda-${NDA.id}`)).toBeVisible();
    expect(screen.getByText('This agreement cannot be changed at the moment.')).toBeVisible();
    expect(screen.getByText(/Only the history up to 2 Nov 2026.* counts/)).toBeVisible();
    expect(screen.getByText('docs/operations/repairing-a-stream.md')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Download PDF' })).toBeVisible();
    for (const name of ['Delete', 'Send again']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('of which no event counts, is named with the command too', async () => {
    const closed: Answer = [503, { code: 'stream_untrusted', message: 'Closed.' }];
    open({
      [READ]: closed,
      [EVENTS]: closed,
      [READINGS]: [200, { items: [], total: 0, page: 1, pageSize: 50 }],
    });
    expect(await screen.findByText(`siegel log:repair nda-${NDA.id}`)).toBeVisible();
    expect(screen.getByText(/No event counts/)).toBeVisible();
    expect(screen.queryByText(/Only the history up to/)).toBeNull();
  });

  it('says so to the auditor too, and an open one says nothing', async () => {
    open({
      'GET /api/admin/check': [200, { isAdmin: false, role: 'auditor' }],
      [EVENTS]: [200, { items: [], total: 0, untrustedSince: SINCE }],
    });
    expect(await screen.findByText(`siegel log:repair nda-${NDA.id}`)).toBeVisible();
  });
});

it('sends the document again', async () => {
  const { user } = open({ [`POST /api/ndas/${NDA.id}/send-email`]: [202, { ...NDA, revision: 99 }] });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(toasts.snapshot()).toMatchObject({ title: 'The document is being sent' }));
});

it('returns to the dashboard after an erasure, even while the key is still being destroyed', async () => {
  const { user } = open({ [`DELETE /api/admin/ndas/${NDA.id}`]: [202, { status: 'erasing' }] });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.type(await screen.findByRole('textbox'), NDA.ideaTitle);
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('dashboard')).toBeInTheDocument();
});

it('shows an auditor the readings once unfolded, and fetches no content', async () => {
  const { user, calls } = open({ 'GET /api/admin/check': [200, { isAdmin: false, role: 'auditor' }] });
  const fold = await screen.findByText('Who has seen this');
  expect(calls.some((call) => call.startsWith(READINGS))).toBe(false);
  await user.click(fold);
  expect(await screen.findByRole('cell', { name: 'Administrator' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'abababab' })).toBeVisible();
  expect(calls.filter((call) => call.startsWith('GET /api/ndas/'))).toEqual([]);
});

it('says that the NDA does not exist, and offers another try', async () => {
  const none: Answer = [404, { code: 'not_found', message: 'There is no such agreement.' }];
  open({ [READ]: none, [`GET /api/audit/ndas/${NDA.id}/events`]: none });
  expect(await screen.findByText('There is no such agreement.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible();
});
