import type { NdaListItem } from '@siegel/contracts/admin/views';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { toasts } from '../../../components/toast-store.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { useAddress } from '../page/use-address.js';
import { adminServer, pageOf } from '../testing/admin-server.js';
import { NdaSection } from './nda-section.js';

const { party1Signature: _one, party2Signature: _two, ...row } = sampleNda;
const made = (id: string, other: Partial<NdaListItem> = {}): NdaListItem => ({
  ...row,
  id,
  ideaTitle: `Idea ${id}`,
  legalHold: null,
  ...other,
});
const LIST = 'GET /api/admin/ndas';
const DRAFT = made('a', { status: 'draft', paymentStatus: 'none' });
const SENT = made('b', {
  status: 'sent',
  paymentStatus: 'succeeded',
  party1PaymentStatus: 'succeeded',
  party1PaymentAmount: 398,
  party2PaymentStatus: 'none',
});

let items: NdaListItem[];

function open(path = '/admin/dashboard', other: object = {}) {
  const server = adminServer({
    [LIST]: (query) => [200, { ...pageOf(items, query), totalIsEstimate: false, ...other }],
  });
  renderWithProviders(<Section />, path);
  return { user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }), ...server };
}

function Section() {
  const { search, state } = useLocation();
  return (
    <>
      <NdaSection address={useAddress()} />
      <output data-testid="here">{`${search} ${JSON.stringify(state)}`}</output>
    </>
  );
}
const here = () => screen.getByTestId('here').textContent;
const rowOf = async ({ ideaTitle }: NdaListItem) =>
  (await screen.findByRole('link', { name: ideaTitle })).closest('tr') as HTMLElement;

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => {
  items = [DRAFT, SENT];
  toasts.clear();
});
afterEach(() => jest.useRealTimers());

describe('the list of all agreements', () => {
  it('has six columns, and links to each agreement and, if both have signed, its document', async () => {
    open();
    const draft = await rowOf(DRAFT);
    expect(screen.getAllByRole('columnheader')).toHaveLength(6);
    expect(within(draft).getByRole('link', { name: 'Idea a' })).toHaveAttribute(
      'href',
      '/admin/audit/a?lang=en',
    );
    expect(within(draft).getByText('Draft')).toBeVisible();
    expect(within(draft).getByText(row.party2Email)).toBeVisible();
    expect(within(draft).queryByRole('link', { name: /PDF/ })).not.toBeInTheDocument();
    const sent = await rowOf(SENT);
    expect(within(sent).getByText('€3.98')).toBeVisible();
    expect(within(sent).getByRole('link', { name: 'Download PDF: Idea b' })).toHaveAttribute(
      'href',
      '/api/ndas/b/pdf',
    );
  });

  it('marks a closed agreement and does not let it be deleted', async () => {
    items = [made('a', { untrustedSince: '2026-11-02T12:00:00.000Z' })];
    open();
    const closed = await rowOf(DRAFT);
    const words = /^Cannot be changed. State of 2 Nov 2026/;
    expect(within(closed).getAllByText(words)[0]).toBeVisible();
    const erase = within(closed).getByRole('button', { name: 'Delete: Idea a' });
    expect(erase).toBeDisabled();
    expect(erase).toHaveAccessibleDescription(words);
  });

  it('takes filter and order from the address', async () => {
    const { user, calls } = open('/admin/dashboard?status=sent&page=2');
    await rowOf(SENT);
    await waitFor(() =>
      expect(calls).toEqual([2, 1].map((page) => `${LIST}?page=${page}&pageSize=20&status=sent`)),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first');
    await waitFor(() => expect(calls.at(-1)).toBe(`${LIST}?page=1&pageSize=20&status=sent&sort=created`));
    expect(here()).toContain('status=sent&lang=en&sort=created');
    expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  });

  it('shows an estimated total as a formatted minimum', async () => {
    open('/admin/dashboard', { total: 1000, totalIsEstimate: true });
    expect(await screen.findByText('1 to 20 of at least 1,000')).toBeVisible();
  });

  it('says why it is empty', async () => {
    items = [];
    const { user } = open('/admin/dashboard?status=sent');
    expect(await screen.findByText('No agreement found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('No agreements yet')).toBeVisible();
    expect(here()).not.toContain('status');
  });
});

describe('a search', () => {
  it('is sent if it has at least three letters, and is never in the address', async () => {
    const { user, calls } = open();
    await rowOf(DRAFT);
    const field = screen.getByRole('searchbox', { name: 'Search agreements' });
    await user.type(field, ' mü ');
    expect(await screen.findByText('Please enter at least 3 characters.')).toBeVisible();
    await user.type(field, 'ller{Enter}');
    await waitFor(() => expect(calls.at(-1)).toBe(`${LIST}?page=1&pageSize=20&search=m%C3%BC+ller`));
    expect(calls).toHaveLength(2);
    expect(here()).toBe('?lang=en {"search":"mü ller"}');
  });

  it('is sent by the button without a pause', async () => {
    jest.useFakeTimers();
    const { user, calls } = open();
    await rowOf(DRAFT);
    await user.type(screen.getByRole('searchbox', { name: 'Search agreements' }), 'idea');
    expect(calls).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Start the search' }));
    await act(async () => undefined);
    expect(calls.at(-1)).toBe(`${LIST}?page=1&pageSize=20&search=idea`);
  });
});

describe('deleting an agreement', () => {
  const DELETE = `DELETE /api/admin/ndas/${SENT.id}`;
  async function confirmErasure(
    user: ReturnType<typeof userEvent.setup>,
    typed: string,
  ): Promise<HTMLElement> {
    await user.click(within(await rowOf(SENT)).getByRole('button', { name: 'Delete: Idea b' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this agreement?' });
    await user.type(within(dialog).getByRole('textbox'), typed);
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    return dialog;
  }

  it('says which data is deleted and which stays, and sends nothing without the right title', async () => {
    const { user, calls } = open();
    const dialog = await confirmErasure(user, 'Idea a');
    expect(within(dialog).getByText(/^Text, names, addresses, signatures/)).toBeVisible();
    expect(within(dialog).getByText(/^The chain of checksums/)).toBeVisible();
    expect(within(dialog).getByText('This is not the title of this agreement.')).toBeVisible();
    expect(calls).not.toContain(DELETE);
  });

  it('removes it from the list once its key is destroyed', async () => {
    const { user, answers } = open();
    answers[DELETE] = () => {
      items = [DRAFT];
      return [204];
    };
    await confirmErasure(user, '  Idea   b');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Idea b' })).not.toBeInTheDocument());
    expect(toasts.snapshot()).toMatchObject({ title: 'NDA Deleted' });
  });

  it('greys it out while its key is being destroyed', async () => {
    jest.useFakeTimers();
    const { user, answers } = open();
    let owed: object[] = [{ id: 'o' }];
    answers[DELETE] = [202, { status: 'erasing' }];
    answers['GET /api/admin/obligations'] = (query) => [200, pageOf(owed, query)];
    await confirmErasure(user, 'Idea b');
    const sent = await rowOf(SENT);
    await waitFor(() => expect(within(sent).getByText('Being deleted')).toBeVisible());
    expect(within(sent).queryByRole('button')).not.toBeInTheDocument();
    owed = [];
    items = [DRAFT];
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Idea b' })).not.toBeInTheDocument());
  });

  it('is not possible during a legal hold, and says why', async () => {
    items = [made('c', { legalHold: { since: '2026-11-02T12:00:00Z', reason: 'Lawsuit' } })];
    open();
    const held = await screen.findByRole('button', { name: 'Delete: Idea c' });
    expect(held).toBeDisabled();
    expect(held).toHaveAccessibleDescription('On legal hold since 2 Nov 2026: Lawsuit');
    expect(screen.getByText('On legal hold since 2 Nov 2026')).toBeVisible();
  });

  it('if a legal hold was placed meanwhile, shows it in the dialog instead of the question', async () => {
    const { user, answers } = open();
    answers[DELETE] = () => {
      const legalHold = { since: '2026-11-02T12:00:00Z', reason: 'Lawsuit' };
      items = [DRAFT, made('b', { ...SENT, legalHold })];
      return [409, { code: 'legal_hold', message: 'This agreement is under legal hold.' }];
    };
    const dialog = await confirmErasure(user, 'Idea b');
    expect(await within(dialog).findByText('On legal hold since 2 Nov 2026: Lawsuit')).toBeVisible();
    expect(toasts.snapshot()).toMatchObject({ description: 'This agreement is under legal hold.' });
    expect(within(dialog).getByRole('button', { name: 'Delete for good' })).toBeDisabled();
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
  });
});
