import type { LogVerificationView } from '@siegel/contracts/verification/whole-log';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../../components/toast-store.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { adminServer } from '../testing/admin-server.js';
import { POLL_MS } from './whole-log.js';
import { WholeLogSection } from './whole-log-section.js';

const STATUS = 'GET /api/audit/verify';
const BEGIN = 'POST /api/audit/verify';
const RUNNING: LogVerificationView = {
  state: 'running',
  done: 500,
  total: 12_000,
  startedAt: '2026-11-26T12:00:00.000Z',
  finishedAt: null,
  verdict: null,
  checkpoints: 2,
  firstBroken: null,
};
const INTACT: LogVerificationView = {
  ...RUNNING,
  state: 'done',
  done: 12_000,
  checkpoints: 1,
  finishedAt: '2026-11-26T12:03:00.000Z',
  verdict: 'intact',
};

const open = (view?: LogVerificationView) => {
  const server = adminServer(view === undefined ? {} : { [STATUS]: [200, view] });
  renderWithProviders(<WholeLogSection />, '/admin/audit');
  return { user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }), ...server };
};
const button = () => screen.findByRole('button', { name: 'Verify everything' });
const polls = (calls: readonly string[]): number => calls.filter((call) => call === STATUS).length;

beforeAll(() => startTexts('en', ['admin', 'replay']));
beforeEach(() => {
  toasts.clear();
  jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') });
});
afterEach(() => jest.useRealTimers());

it('says that nothing has been verified yet, and begins on a click', async () => {
  const { user, calls, answers } = open();
  expect(await screen.findByText(/^Never verified from here so far\./)).toBeVisible();
  answers[BEGIN] = () => {
    answers[STATUS] = [200, RUNNING];
    return [202, { state: 'running' }];
  };
  await user.click(await button());
  expect(await screen.findByText('500 of 12,000 events verified')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'The verification is under way' })).toHaveAttribute(
    'value',
    '500',
  );
  await user.click(await button());
  expect(calls.filter((call) => call === BEGIN)).toHaveLength(1);
});

it('polls every three seconds during a run, and stops when the run has ended', async () => {
  const { calls, answers } = open({ ...RUNNING, total: 0, done: 0 });
  expect(await screen.findByText('The verification is under way')).toBeVisible();
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('value');
  const before = polls(calls);
  await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
  expect(polls(calls)).toBe(before + 1);
  answers[STATUS] = [200, INTACT];
  await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
  expect(await screen.findByText('Chain and checkpoints hold')).toBeVisible();
  expect(
    screen.getByText(/^Looked at: 12,000 events, 1 checkpoint\. Verified on 26 Nov 2026, /),
  ).toBeVisible();
  const ended = polls(calls);
  await act(() => jest.advanceTimersByTimeAsync(10 * POLL_MS));
  expect(polls(calls)).toBe(ended);
});

it('describes the first broken place, and links to the agreement', async () => {
  open({
    ...INTACT,
    verdict: 'broken',
    firstBroken: { stream: 'nda-0193', revision: 4, kind: 'dropped', detail: 'event 4 is not there' },
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The log is not as it was recorded');
  expect(alert).toHaveTextContent('An event is missing.');
  expect(alert).toHaveTextContent('First place: event 5,');
  expect(alert).toHaveTextContent('event 4 is not there');
  expect(alert).toHaveTextContent('What now? Change nothing');
  expect(screen.getByRole('link', { name: 'Open agreement' })).toHaveAttribute(
    'href',
    '/admin/audit/0193?lang=en&revision=4',
  );
});

it('reports a wrong checkpoint without a place', async () => {
  open({
    ...INTACT,
    firstBroken: { stream: null, revision: null, kind: 'bad_signature', detail: 'no known key' },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The signature of a checkpoint is not valid.');
  expect(screen.queryByText(/First place/)).not.toBeInTheDocument();
});

it('names a stream that has no page, without a link', async () => {
  open({
    ...INTACT,
    firstBroken: { stream: 'voucher-7', revision: 0, kind: 'altered', detail: 'its hash does not fit' },
  });
  expect(await screen.findByText('voucher-7')).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('says that a run was interrupted, and why a new one could not begin', async () => {
  const { user, answers } = open({ ...RUNNING, state: 'failed' });
  expect(await screen.findByText('The verification broke off')).toBeVisible();
  answers[BEGIN] = [503, { code: 'unavailable', message: 'Not available right now.' }];
  await user.click(await button());
  await waitFor(() => expect(toasts.snapshot()).toMatchObject({ description: 'Not available right now.' }));
});
