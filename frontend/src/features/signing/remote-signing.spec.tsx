import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { shownAgreement } from '../agreement/agreement-terms.js';
import { invited } from '../invitation/testing/invited.js';
import { KeptStep } from './testing/kept-step.js';

/** There is no canvas here: what is drawn is tried in the browser. */
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));

const ADDRESS = `/api/ndas/${sampleNda.id}`;
const READ = `GET ${ADDRESS}`;
const SIGN = `POST ${ADDRESS}/sign`;
const INVITE = `POST ${ADDRESS}/initiate-remote-signature`;
const { hash } = shownAgreement(sampleNda);
const link = (change: Partial<NdaView> = {}) => invited({ agreementHash: hash, ...change });
/** Signed for a link, and nothing paid yet. */
const due = (change: Partial<NdaView> = {}) =>
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
const owed = (change: Partial<NdaView> = {}) =>
  due({ amountDue: 0, party1PaymentStatus: 'succeeded', party1PaymentAmount: 398, ...change });
const here = (change: Partial<NdaView> = {}) =>
  due({ signatureMode: 'in-person', amountDue: 199, ...change });

/** @returns the calls, and what step 4 asks of the wizard */
function shown(nda: NdaView, answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const server = (others: Readonly<Record<string, FakeAnswer>>) =>
    fakeServer({ [READ]: [200, nda], 'POST /api/analytics/funnel-event': [204], ...others });
  const calls = server(answers);
  const onCompleted = jest.fn();
  const onReuse = jest.fn();
  renderWithProviders(
    <KeptStep
      nda={nda}
      onBack={() => {}}
      onStartNew={() => {}}
      onCompleted={onCompleted}
      onReuse={onReuse}
      paymentDialog={({ nda: paid }) => <p>{`Payment of ${paid.amountDue}`}</p>}
    />,
  );
  return { calls, server, onCompleted, onReuse };
}
/** What was posted there. */
const posted = (path: string): unknown[] =>
  jest
    .mocked(fetch)
    .mock.calls.filter(([to, init]) => to === path && init?.method === 'POST')
    .map(([, init]) => JSON.parse(init?.body as string));
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const press = (name: string | RegExp) => user().click(screen.getByRole('button', { name }));
const choose = (name: RegExp) => user().click(screen.getByRole('radio', { name }));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const primary = () => [...document.querySelectorAll('.button-primary')].map(({ textContent }) => textContent);

beforeAll(() => startTexts('en', ['signing', 'agreement', 'wizard', 'invitation']));
beforeEach(() => {
  toasts.clear();
  jest.useFakeTimers({ now: Date.parse('2026-11-13T00:00:00.000Z') });
  Object.assign(window, { scrollTo: () => undefined });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('how the other party signs', () => {
  it('is chosen before Party 1 signs, with who pays', async () => {
    shown({ ...sampleNda, agreementHash: hash });
    expect(screen.getByRole('radio', { name: /^Together on this device/ })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Who pays for sending?' })).toBeNull();
    await choose(/^Remotely/);
    expect(screen.getByRole('radio', { name: /^I pay for both, €3\.98/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /^Each party pays €1\.99/ })).not.toBeChecked();
    // No pad for whoever signs elsewhere.
    const second = within(screen.getByRole('region', { name: 'Signature of Party 2' }));
    expect(second.getByText(sampleNda.party2Email)).toBeVisible();
    expect(second.queryByRole('button')).toBeNull();
  });

  it('is read from the agreement, and changes without another signature', async () => {
    const each = due({ party1PaysForBoth: false, amountDue: 199, revision: 3 });
    const { calls } = shown(due(), { [SIGN]: [200, each] });
    expect(screen.getByRole('radio', { name: /^Remotely/ })).toBeChecked();
    await choose(/^Each party pays/);
    expect(screen.getByRole('radio', { name: /^Each party pays/ })).toBeChecked();
    expect(calls).toContain(SIGN);
    expect(posted(`${ADDRESS}/sign`)).toEqual([
      { partyNumber: '1', agreementHash: hash, signatureMode: 'remote', party1PaysForBoth: false },
    ]);
    expect(await screen.findByText('€1.99')).toBeVisible();
  });

  it('goes back to this device', async () => {
    shown(due(), { [SIGN]: [200, here({ revision: 3 })] });
    await choose(/^Together on this device/);
    expect(posted(`${ADDRESS}/sign`)).toEqual([
      { partyNumber: '1', agreementHash: hash, signatureMode: 'in-person', party1PaysForBoth: false },
    ]);
    await waitFor(() => expect(heading()).toBe(`Now ${sampleNda.party2Name} signs.`));
  });

  it('says why it was not changed, and shows what is so', async () => {
    const message = 'After the first payment it is fixed.';
    shown(due(), { [SIGN]: [409, { code: 'mode_fixed', message }] });
    await choose(/^Each party pays/);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('radio', { name: /^I pay for both/ })).toBeChecked();
  });

  it('is text with the reason once something is paid', () => {
    shown(owed());
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/This is fixed after the first payment/)).toBeVisible();
  });

  it('becomes a link although Party 1 has signed for this device, which counts as signed', async () => {
    const { calls } = shown(here(), { [SIGN]: [200, due({ revision: 3 })] });
    await press('Send a link instead');
    expect(posted(`${ADDRESS}/sign`)).toMatchObject([{ signatureMode: 'remote', party1PaysForBoth: true }]);
    await waitFor(() => expect(heading()).toBe('You have signed. The invitation comes next.'));
    expect(calls).toContain('POST /api/analytics/funnel-event');
    expect(posted('/api/analytics/funnel-event')).toMatchObject([
      { eventType: 'signed', ndaId: sampleNda.id },
    ]);
  });
});

describe('the three lines', () => {
  it('say what is due with its price, and open the payment', async () => {
    shown(due());
    const lines = screen.getAllByRole('listitem').map((line) => line.querySelector('b')?.textContent);
    expect(lines).toEqual(['Signed', 'Pay', `Invitation to ${sampleNda.party2Name}`]);
    expect(screen.getByText('€3.98')).toBeVisible();
    expect(screen.getByText(`Replies to the invitation go to ${sampleNda.party1Email}.`)).toBeVisible();
    expect(primary()).toEqual(['Pay and invite']);
    await press('Pay and invite');
    expect(screen.getByText('Payment of 398')).toBeVisible();
  });

  it('wait for the server, which invites by itself', async () => {
    const { server } = shown(owed());
    expect(screen.getByText('The invitation is about to go out.')).toBeVisible();
    expect(primary()).toEqual([]);
    const calls = server({ [READ]: [200, link({ invitationStatus: 'pending', revision: 4 })] });
    await after(1_001);
    expect(heading()).toBe('The invitation is being sent.');
    await after(20_000);
    expect(calls).not.toContain(INVITE);
  });

  it('look six times, once a second, and then ask for the invitation', async () => {
    const { server } = shown(owed());
    await after(1);
    const calls = server({ [INVITE]: [200, { status: 'pending' }] });
    await after(5_900);
    expect(calls).not.toContain(INVITE);
    await after(200);
    // One more of them is the poll of step 4.
    expect(calls.filter((call) => call === READ).length).toBeGreaterThanOrEqual(6);
    expect(calls.filter((call) => call === INVITE)).toHaveLength(1);
  });

  it('say where the invitation failed, with the button that sends it', async () => {
    const message = 'Please try again later.';
    const { server } = shown(owed(), { [INVITE]: [503, { code: 'unavailable', message }] });
    for (let second = 0; second < 8; second += 1) await after(1_000);
    expect(screen.getByText('The invitation has not been sent yet.')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(toasts.snapshot()).toMatchObject({ title: 'Error', description: message });
    const button = `Send the invitation to ${sampleNda.party2Email}`;
    expect(primary().map((text) => text?.startsWith(button))).toEqual([true]);
    server({ [INVITE]: [200, { status: 'pending' }], [READ]: [200, link({ revision: 4 })] });
    await press(button);
    await waitFor(() => expect(heading()).toBe('The invitation is on its way.'));
  });
});

describe('while the link waits', () => {
  it.each<[string, Partial<NdaView>, string, string[]]>([
    ['pending', { invitationStatus: 'pending' }, 'The invitation is being sent.', ['Continue to the finish']],
    ['sent', {}, 'The invitation is on its way.', ['Continue to the finish']],
    [
      'refused',
      {
        mailProblems: [
          { kind: 'invitation', party: 2, code: 'bounced', permanent: true, at: '2026-11-12T12:30:00.000Z' },
        ],
      },
      'The invitation did not arrive.',
      ['Correct the address'],
    ],
    [
      'expired',
      { invitationStatus: 'expired' },
      'The invitation has expired.',
      ['New agreement with these details'],
    ],
  ])('(%s) one heading and one red button', (_, change, title, red) => {
    shown(link(change));
    expect(heading()).toBe(title);
    expect(primary()).toEqual(red);
    expect(screen.getByRole('region', { name: `Invitation to ${sampleNda.party2Name}` })).toBeVisible();
  });

  it('says when the link was used, and never that it was read', () => {
    shown(link({ invitationStatus: 'opened', invitationOpenedAt: '2026-11-12T18:04:00.000Z' }));
    expect(screen.getByText(/^Link used on Nov 12/)).toBeVisible();
  });

  it('leads on to the finish', async () => {
    const { onCompleted } = shown(link());
    await press('Continue to the finish');
    expect(onCompleted).toHaveBeenCalledTimes(1);
  });

  it("looks every five seconds, turns with Party 2's signature, and leads on half a second later", async () => {
    const { server, onCompleted } = shown(link());
    await after(1);
    server({
      [READ]: [
        200,
        link({
          revision: 9,
          status: 'completed',
          invitationStatus: 'signed',
          party2SignedAt: '2026-11-13T12:00:00.000Z',
        }),
      ],
    });
    await after(4_900);
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for the signature');
    await after(200);
    expect(screen.getByRole('status')).toHaveTextContent('Signed');
    expect(onCompleted).not.toHaveBeenCalled();
    await after(500);
    expect(onCompleted).toHaveBeenCalledTimes(1);
  });

  it('says quietly that it could not look, with the third time', async () => {
    const { server } = shown(link());
    await after(1);
    server({ [READ]: 'no answer' });
    await after(10_100);
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    await after(5_000);
    expect(screen.getByText('The current status could not be loaded. We keep looking.')).toBeVisible();
  });
});

it('after a withdrawal both can sign here, or another invitation goes out', async () => {
  shown(
    here({
      invitationStatus: 'cancelled',
      amountDue: 0,
      party1PaymentStatus: 'succeeded',
      invitationsLeft: 2,
    }),
  );
  expect(heading()).toBe(`Now ${sampleNda.party2Name} signs.`);
  expect(screen.getByText('Withdrawn')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Invite again (2 left)' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Send a link instead' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign with binding effect' })).toBeVisible();
});
