import type { AuditedNdaView } from '@siegel/contracts/audit/views';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { useAddress } from '../page/use-address.js';
import { adminServer, pageOf } from '../testing/admin-server.js';
import { HistorySection } from './history-section.js';

const LIST = 'GET /api/audit/ndas';
const HISTORY: AuditedNdaView = {
  id: 'a',
  ideaTitle: 'Idea a',
  party1Name: 'Elif Aydin',
  party2Name: 'Noah Berg',
  status: 'draft',
  createdAt: '2026-11-02T12:00:00Z',
  lastAt: '2026-11-02T12:00:00Z',
  events: 1,
  erasedAt: null,
  legalHold: null,
  untrustedSince: null,
};

let items: AuditedNdaView[];

function open(path = '/admin/audit', other: object = {}) {
  const server = adminServer({
    [LIST]: (query) => [200, { ...pageOf(items, query), totalIsEstimate: false, ...other }],
  });
  renderWithProviders(<Section />, path);
  return { user: userEvent.setup(), ...server };
}

function Section() {
  return <HistorySection address={useAddress()} />;
}

beforeAll(() => startTexts('en', ['admin', 'replay']));
beforeEach(() => {
  items = [HISTORY];
});

describe('the list of all histories', () => {
  it('requests a page of histories by status, including erased ones', async () => {
    const { user, calls } = open('/admin/audit?status=sent&page=3', { total: 60 });
    expect(await screen.findByRole('link', { name: 'Idea a' })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Erased');
    await waitFor(() => expect(calls).toContain(`${LIST}?page=1&pageSize=20&status=erased`));
    expect(calls[0]).toBe(`${LIST}?page=3&pageSize=20&status=sent`);
  });

  it('marks a history of which a part does not count', async () => {
    items = [{ ...HISTORY, untrustedSince: '2026-11-02T12:00:00Z' }];
    open();
    expect(await screen.findByText(/^Cannot be changed. State of 2 Nov 2026/)).toBeVisible();
  });

  it('if nothing on a page matches, says so and keeps the buttons to other pages', async () => {
    items = [];
    open('/admin/audit?page=2', { total: 60 });
    expect(await screen.findByText('No history on this page matches the search.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled();
  });

  it('begins a search on the first page', async () => {
    const { user, calls } = open('/admin/audit?page=2', { total: 60 });
    await screen.findByRole('link', { name: 'Idea a' });
    await user.type(screen.getByRole('searchbox', { name: 'Search the histories' }), 'noah{Enter}');
    await waitFor(() => expect(calls.at(-1)).toBe(`${LIST}?page=1&pageSize=20&search=noah`));
  });

  it('distinguishes an empty list from a search without matches', async () => {
    items = [];
    const { user } = open('/admin/audit?status=sent');
    expect(await screen.findByText('No history found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('No histories yet')).toBeVisible();
  });
});
