import type { ObligationView } from '@siegel/contracts/admin/views';
import { UNDO_MS } from '@siegel/contracts/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../../components/toast-store.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { useAddress } from '../page/use-address.js';
import { adminServer, pageOf } from '../testing/admin-server.js';
import { Todo } from './todo.js';

const REFUND: ObligationView = {
  id: '018f0000-0000-7000-8000-000000000001',
  kind: 'refund',
  ndaId: '018f0000-0000-7000-8000-00000000000a',
  party: 1,
  reference: 'pi_1',
  amount: 199,
  currency: 'EUR',
  since: '2026-11-20T09:30:00.000Z',
  attempts: 0,
  lastError: null,
  nextTryAt: null,
  closable: true,
};
const DISPUTE: ObligationView = {
  ...REFUND,
  id: '018f0000-0000-7000-8000-000000000002',
  kind: 'dispute',
  party: 2,
  amount: null,
};
const MAIL: ObligationView = {
  ...REFUND,
  kind: 'mail',
  party: 2,
  attempts: 3,
  lastError: 'mail_unreachable',
  nextTryAt: '2026-11-26T13:00:00.000Z',
  closable: false,
};
const TAMPERING: ObligationView = {
  ...REFUND,
  id: '00000000-0000-7000-8000-7a3be2ed0001',
  kind: 'tampering',
  ndaId: null,
  party: null,
  reference: '3',
  amount: null,
  closable: false,
};
const CLOSE = `POST /api/admin/obligations/${REFUND.id}/close`;

let persons: ObligationView[];
let services: ObligationView[];

function open(mayClose = true) {
  const server = adminServer({
    'GET /api/admin/obligations': (query) => [
      200,
      pageOf(query.get('group') === 'person' ? persons : services, query),
    ],
    [CLOSE]: () => {
      persons = persons.filter(({ id }) => id !== REFUND.id);
      return [204];
    },
  });
  renderWithProviders(<Section mayClose={mayClose} />, '/admin/dashboard');
  return { user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }), ...server };
}

function Section({ mayClose }: { mayClose: boolean }) {
  return <Todo address={useAddress()} mayClose={mayClose} />;
}

const row = async (sentence: string) => (await screen.findByText(sentence)).closest('li') as HTMLElement;
const button = 'Mark as done';
/** Marks the refund as done, with a note. */
async function close(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  const refund = await row('A refund of €1.99 is due.');
  await user.click(within(refund).getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark as done?' });
  await user.type(within(dialog).getByRole('textbox'), 'By transfer');
  await user.click(within(dialog).getByRole('button', { name: button }));
}

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => {
  persons = [REFUND, DISPUTE];
  services = [MAIL];
  toasts.clear();
  jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') });
});
afterEach(() => jest.useRealTimers());

it('lists the obligations of the operator, with number and dates, without names of persons', async () => {
  open();
  const refund = await row('A refund of €1.99 is due.');
  expect(within(refund).getByText(/^since 20 Nov 2026, /)).toBeVisible();
  expect(within(refund).getByRole('link', { name: 'Open agreement' })).toHaveAttribute(
    'href',
    `/admin/audit/${REFUND.ndaId}?lang=en`,
  );
  expect(await row('Party 2 disputes the signature.')).toBeVisible();
  expect(screen.getByText('2 open')).toBeVisible();
  expect(screen.getByText(/oldest since 20 Nov 2026/)).toBeVisible();
});

it('folds the obligations of the service, with the last error in words and the next attempt', async () => {
  open();
  await userEvent
    .setup({ advanceTimers: jest.advanceTimersByTime })
    .click(await screen.findByText('Runs by itself (1)'));
  const mail = await row('An e-mail to Party 2 has not gone out yet.');
  expect(mail).toHaveTextContent(
    /3 attempts, the last: the mail server does not answer\. Next attempt: 26 Nov/,
  );
  expect(within(mail).queryByRole('button')).not.toBeInTheDocument();
});

it('names the command that repairs a closed agreement, and offers no closing', async () => {
  const closed = { ...REFUND, amount: null, closable: false, lastError: 'stream_untrusted' };
  const reference = `withdrawal-${REFUND.ndaId}`;
  const withdrawal = {
    ...closed,
    id: `${REFUND.id.slice(0, -1)}9`,
    kind: 'withdrawal',
    ndaId: null,
  } as const;
  const key = { ...closed, id: `${REFUND.id.slice(0, -1)}8`, kind: 'key-destruction', ndaId: null } as const;
  persons = [closed, { ...withdrawal, reference }, key];
  open();
  const refund = await row('A refund of an amount is due.');
  expect(refund).toHaveTextContent(`siegel log:repair nda-${REFUND.ndaId} shows what to do`);
  expect(refund).not.toHaveTextContent(/attempt/);
  expect(within(refund).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText(new RegExp(`siegel log:repair ${reference} shows what to do`))).toBeVisible();
  expect(screen.queryByText(reference)).toBeNull();
  expect(screen.getByText(/siegel verify:log names the history/)).toBeVisible();
});

it.each(['nda-', 'trust-of-nda-'])(
  'names the closed stream for which an erasure waits: %s…',
  async (prefix) => {
    const reference = `${prefix}${REFUND.ndaId}`;
    const waits = { amount: null, closable: false, lastError: 'stream_untrusted' } as const;
    persons = [{ ...REFUND, ...waits, kind: 'key-destruction', reference }];
    open();
    const key = await row('A key has not been destroyed yet.');
    expect(key).toHaveTextContent(`siegel log:repair ${reference} shows what to do`);
  },
);

it('names no agreement to repair for a settlement, because its voucher may be the closed one', async () => {
  persons = [{ ...REFUND, kind: 'settlement', amount: null, closable: false, lastError: 'stream_untrusted' }];
  open();
  const settlement = await row('A redeemed voucher has not been settled yet.');
  expect(settlement).toHaveTextContent(/siegel verify:log names the history/);
  expect(settlement).not.toHaveTextContent(`nda-${REFUND.ndaId}`);
});

it('says of an ended agreement whom to ask, and lets a person close the obligation', async () => {
  persons = [{ ...REFUND, amount: null, lastError: 'stream_ended' }];
  open();
  const refund = await row('A refund of an amount is due.');
  expect(refund).toHaveTextContent(
    /Its history was ended, and its last part is lost\. Ask the payment provider/,
  );
  expect(refund).not.toHaveTextContent(/siegel log:repair/);
  expect(within(refund).getByRole('button')).toBeVisible();
});

it('sends a closing with its note after ten seconds, not earlier', async () => {
  const { user, calls } = open();
  await close(user);
  expect(screen.queryByText('A refund of €1.99 is due.')).not.toBeInTheDocument();
  expect(screen.getByText('1 open')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(UNDO_MS - 1));
  expect(calls).not.toContain(`${CLOSE} {"note":"By transfer"}`);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(calls).toContain(`${CLOSE} {"note":"By transfer"}`);
  expect(await screen.findByText('1 open')).toBeVisible();
});

it('undoes a closing', async () => {
  const { user, calls } = open();
  await close(user);
  act(() => toasts.snapshot()?.action?.run());
  expect(await row('A refund of €1.99 is due.')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(UNDO_MS));
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});

it('shows an obligation again if its closing was refused, and says why', async () => {
  const { user, answers } = open();
  answers[CLOSE] = [409, { code: 'not_closable', message: 'The service takes care of this itself.' }];
  await close(user);
  await act(() => jest.advanceTimersByTimeAsync(UNDO_MS));
  expect(await row('A refund of €1.99 is due.')).toBeVisible();
  expect(toasts.snapshot()).toMatchObject({ description: 'The service takes care of this itself.' });
});

it('offers an auditor no button to close an obligation', async () => {
  open(false);
  await row('A refund of €1.99 is due.');
  expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
});

it.each([
  [
    '0',
    /^The log does not fit its checksums\. First copy everything; siegel verify:log shows what is wrong\.$/,
  ],
  ['1', /^One history is no longer as the service wrote it\. First copy everything; siegel verify:log names/],
  ['3', /^3 histories are no longer .* names the places, and siegel log:repair shows what to do\.$/],
])(
  'says what to do about %s broken histories, and offers no button to close that',
  async (reference, sentence) => {
    persons = [{ ...TAMPERING, reference }];
    open();
    const tampering = (await screen.findByText(sentence)).closest('li') as HTMLElement;
    expect(within(tampering).queryByRole('button')).not.toBeInTheDocument();
    expect(within(tampering).queryByRole('link')).not.toBeInTheDocument();
  },
);

it('says that there is nothing to do', async () => {
  persons = [];
  services = [];
  open();
  expect(await screen.findByText('Nothing to do.')).toBeVisible();
  await waitFor(() => expect(screen.getByText('nothing open')).toBeVisible());
});
