import type { AuditedEventView, NdaAtView, ReplayedNda } from '@siegel/contracts/audit/views';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { type Answer, adminServer } from '../testing/admin-server.js';
import { ReplayView } from './replay-view.js';

const AUDITED = `/api/audit/ndas/${sampleNda.id}`;
const EVENTS = `GET ${AUDITED}/events`;
const NDA: ReplayedNda = { ...sampleNda, legalHold: null };

const uuid = (revision: number): string => `01930000-0000-7000-8000-00000000000${revision}`;
const event = (revision: number, type: string, change: Partial<AuditedEventView> = {}): AuditedEventView => ({
  revision,
  eventId: uuid(revision),
  type,
  version: 1,
  known: true,
  at: `2026-11-12T13:0${revision}:00.000Z`,
  actor: 'system',
  data: { messageId: 'm1' },
  erased: false,
  unreadable: null,
  ip: null,
  userAgent: null,
  commandId: uuid(revision),
  cause: { by: 'event', eventId: null, revision: null },
  hash: String(revision).repeat(64),
  previousHash: '0'.repeat(64),
  ...change,
});
const HISTORY = [
  event(0, 'NdaCreated', {
    actor: 'party1',
    cause: { by: 'person', eventId: null, revision: null },
    ip: '203.0.113.24',
  }),
  event(1, 'PaymentSucceeded', { cause: { by: 'provider', eventId: null, revision: null } }),
  event(2, 'DocumentSent', { cause: { by: 'event', eventId: uuid(1), revision: 1 } }),
  event(3, 'DocumentSent', { version: 9, known: false }),
];
const then = (revision: number, change: Partial<NdaAtView> = {}): NdaAtView => ({
  revision,
  at: HISTORY[revision]?.at ?? '',
  nda: NDA,
  issueDate: '2026-11-12',
  unreadable: null,
  document: null,
  changes: [],
  ...change,
});

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

function open(search = '', answers: Record<string, Answer> = {}) {
  const server = adminServer({
    [EVENTS]: [200, { items: HISTORY, total: HISTORY.length }],
    ...Object.fromEntries(
      HISTORY.map(({ revision }) => [`GET ${AUDITED}/at/${revision}`, [200, then(revision)]]),
    ),
    [`GET ${AUDITED}/at/1`]: [
      200,
      then(1, {
        changes: [
          { field: 'paymentStatus', before: 'pending', after: 'succeeded', gone: false },
          { field: 'party1PaymentAmount', before: null, after: 199, gone: false },
          { field: 'party2Email', before: null, after: null, gone: true },
        ],
      }),
    ],
    ...answers,
  });
  renderWithProviders(
    <>
      <Routes>
        <Route path="/admin/audit/:id" element={<ReplayView id={sampleNda.id} reader="auditor" />} />
      </Routes>
      <Address />
    </>,
    `/admin/audit/${sampleNda.id}${search}`,
  );
  return { user: userEvent.setup(), ...server };
}

const range = () => screen.findByRole('slider', { name: 'Event' });
/** The revision that the address names, counted from 0; null for the newest. */
const address = () => new URLSearchParams(screen.getByTestId('address').textContent ?? '').get('revision');

beforeAll(() => startTexts('en', ['admin', 'replay', 'wizard']));

it('begins at the newest event, and shows its number, name and time', async () => {
  open();
  expect(await range()).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/^4 of 4: Unknown event: DocumentSent.v9, 12 Nov 2026/),
  );
  expect(screen.getByRole('heading', { name: 'State after event 4 of 4' })).toBeVisible();
  expect(await screen.findByText('No field of the agreement has changed.')).toBeVisible();
  expect(screen.getByText('messageId')).toBeVisible();
});

it('shows the IP address of an event', async () => {
  open('?revision=0');
  expect(await screen.findByText(/203\.0\.113\.24/)).toBeVisible();
  expect(screen.queryByText(/address not known/)).toBeNull();
});

it('shows no IP address for an event of the service itself', async () => {
  open('?revision=1');
  expect(await screen.findByText(/^by /, { selector: '.admin-block-header > .text-note' })).toHaveTextContent(
    /^[^,]*$/,
  );
});

it('says that the IP address of an event is unknown', async () => {
  const items = [event(0, 'NdaCreated', { actor: 'party1', userAgent: 'Firefox' })];
  open('?revision=0', { [EVENTS]: [200, { items, total: 1 }] });
  expect(await screen.findByText(/, internet address not known$/)).toBeVisible();
});

it('moves by slider, pages of ten, buttons and timeline; the address counts from 0', async () => {
  const { user } = open('?revision=2');
  const slider = await range();
  expect(slider).toHaveValue('2');
  fireEvent.change(slider, { target: { value: '1' } });
  await waitFor(() => expect(address()).toBe('1'));
  fireEvent.keyDown(slider, { key: 'PageDown' });
  await waitFor(() => expect(address()).toBe('0'));
  expect(screen.getByRole('button', { name: 'One event back' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Document sent' }));
  expect(address()).toBe('2');
  await user.click(screen.getByRole('button', { name: 'One event on' }));
  expect(address()).toBe('3');
});

it('shows the changes of an event, and marks values that can no longer be read', async () => {
  open('?revision=1');
  const row = async (name: string) =>
    within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);
  expect((await row('Payment')).getByText('received')).toBeVisible();
  expect((await row('Payment')).getByText('pending')).toBeVisible();
  expect((await row('Amount of Party 1')).getByText('€1.99')).toBeVisible();
  expect((await row('E-mail of Party 2')).getByText('destroyed')).toBeVisible();
});

it('names the cause of each event, links to it and marks it', async () => {
  const { user } = open('?revision=2');
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  expect(timeline.getByText('by Party 1')).toBeVisible();
  expect(timeline.getByText('reported by the provider')).toBeVisible();
  expect(timeline.getByText('Cause')).toBeVisible();
  await user.click(timeline.getByRole('button', { name: '2, Payment received' }));
  expect(address()).toBe('1');
});

it('links by number to a cause on another page, with an open-ended line', async () => {
  const at = '2026-11-12T14:00:00.000Z';
  const later = [
    event(200, 'DocumentSent', { at, cause: { by: 'event', eventId: uuid(2), revision: 2 } }),
    event(201, 'NoticeSent', { at, cause: { by: 'event', eventId: uuid(9), revision: null } }),
  ];
  const { user } = open('?revision=200', {
    [EVENTS]: (query) => [200, { items: query.get('from') === '200' ? later : HISTORY, total: 202 }],
    [`GET ${AUDITED}/at/200`]: [200, then(200, { at })],
  });
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  const entry = timeline.getByRole('button', { name: 'Document sent' }).closest('li');
  expect(entry?.querySelector('.replay-arc')).toHaveClass('is-end', 'is-open');
  expect(timeline.getByText('brought about by another event')).toBeVisible();
  await user.click(timeline.getByRole('button', { name: 'event 3' }));
  expect(address()).toBe('2');
  expect(await timeline.findByRole('button', { name: 'Agreement created' })).toBeVisible();
});

it('goes to the state at a given time, and says if there was none yet', async () => {
  const { answers } = open('', { [`GET ${AUDITED}/at`]: [200, then(1)] });
  const field = await screen.findByLabelText('State at');
  fireEvent.change(field, { target: { value: '2026-11-12T13:01' } });
  await waitFor(() => expect(address()).toBe('1'));
  answers[`GET ${AUDITED}/at`] = [404, { code: 'not_found', message: 'none' }];
  fireEvent.change(field, { target: { value: '2020-01-01T00:00' } });
  expect(await screen.findByText('The agreement did not exist at that time.')).toBeVisible();
});

it.each([
  ['2026-11-12T14:41:12', '1'],
  ['2026-11-12T14:41:11', '0'],
  ['2026-11-12T14:41', '2'],
  ['2026-11-12T14:40', null],
])(
  'takes %s to mean its last millisecond, since the screen shows no milliseconds',
  async (typed, revision) => {
    const times = [
      new Date(2026, 10, 12, 14, 41, 11, 999),
      new Date(2026, 10, 12, 14, 41, 12, 345),
      new Date(2026, 10, 12, 14, 41, 59, 1),
      new Date(2026, 10, 12, 14, 42),
    ];
    open('', {
      [`GET ${AUDITED}/at`]: (query) => {
        const moment = Date.parse(query.get('time') ?? '');
        const last = times.findLastIndex((time) => time.getTime() <= moment);
        return last < 0 ? [404, { code: 'not_found', message: 'none' }] : [200, then(last)];
      },
    });
    fireEvent.change(await screen.findByLabelText('State at'), { target: { value: typed } });
    if (revision === null) await screen.findByText('The agreement did not exist at that time.');
    else await waitFor(() => expect(address()).toBe(revision));
  },
);

it('shows the unencrypted fields of an erased agreement, and hatches the others', async () => {
  const erased = {
    ...NDA,
    status: 'completed',
    paymentStatus: 'none',
    ideaTitle: null,
    party1Name: null,
    party1Email: null,
    deletedAt: '2026-11-12T13:03:00Z',
  } as const;
  open('', { [`GET ${AUDITED}/at/3`]: [200, then(3, { nda: erased, unreadable: 'erased' })] });
  expect(await screen.findByText(/^The content is destroyed/)).toBeVisible();
  expect(screen.getByText('Erased', { selector: '.status' })).toBeVisible();
  expect(screen.getByText(/^Erased on 12 Nov 2026, .*\. State until then: Signed by both\.$/)).toBeVisible();
  expect(screen.queryByText('Payment due')).not.toBeInTheDocument();
  expect(screen.getAllByText('destroyed').length).toBeGreaterThanOrEqual(3);
  expect(screen.queryByText('Read the text')).not.toBeInTheDocument();
});

it('says that the agreement was on legal hold at that time, and why', async () => {
  const held = { ...NDA, legalHold: { since: '2026-11-12T13:02:00Z', reason: 'LG Hamburg, 12 O 34/26' } };
  open('?revision=2', { [`GET ${AUDITED}/at/2`]: [200, then(2, { nda: held })] });
  expect(await screen.findByText('On legal hold since 12 Nov 2026: LG Hamburg, 12 O 34/26')).toBeVisible();
});

it('if the agreement was erased later, shows the status that it had at that time', async () => {
  const waiting = { ...NDA, status: 'completed', paymentStatus: 'none' } as const;
  open('?revision=2', { [`GET ${AUDITED}/at/2`]: [200, then(2, { nda: waiting, unreadable: 'erased' })] });
  expect(await screen.findByText('Payment due')).toBeVisible();
  expect(screen.queryByText('Erased', { selector: '.status' })).not.toBeInTheDocument();
});

it('says that it could not be loaded, and offers another try', async () => {
  const { user, answers } = open('', {
    [EVENTS]: [503, { code: 'unavailable', message: 'Try again later.' }],
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  answers[EVENTS] = [200, { items: HISTORY, total: HISTORY.length }];
  await user.click(again);
  expect(await range()).toBeVisible();
});
