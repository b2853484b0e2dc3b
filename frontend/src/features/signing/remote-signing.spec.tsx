import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor, within } from '@testing-library/react';
import { toasts } from '../../components/toast-store.js';
import { startTexts } from '../../testing/texts.js';
import {
  ADDRESS,
  READ,
  SIGN,
  hash,
  link,
  due,
  owed,
  here,
  shown,
  posted,
  press,
  choose,
  heading,
  after,
  primary,
  startClock,
} from './testing/remote-step.js';

/** jsdom has no canvas, so drawing is tested in the browser. */
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));

beforeAll(() => startTexts('en', ['signing', 'agreement', 'wizard', 'invitation']));
beforeEach(() => {
  toasts.clear();
  startClock();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the mode of signing', () => {
  it('is chosen before Party 1 signs, together with the payer', async () => {
    shown({ ...sampleNda, agreementHash: hash });
    expect(screen.getByRole('radio', { name: /^Together on this device/ })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Who pays for sending?' })).toBeNull();
    await choose(/^Remotely/);
    expect(screen.getByRole('radio', { name: /^I pay for both, €3\.98/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /^Each party pays €1\.99/ })).not.toBeChecked();
    // Party 2 signs elsewhere, so there is no pad.
    const second = within(screen.getByRole('region', { name: 'Signature of Party 2' }));
    expect(second.getByText(sampleNda.party2Email)).toBeVisible();
    expect(second.queryByRole('button')).toBeNull();
  });

  it('is read from the agreement, and can be changed without another signature', async () => {
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

  it('can be changed back to this device', async () => {
    shown(due(), { [SIGN]: [200, here({ revision: 3 })] });
    await choose(/^Together on this device/);
    expect(posted(`${ADDRESS}/sign`)).toEqual([
      { partyNumber: '1', agreementHash: hash, signatureMode: 'in-person', party1PaysForBoth: false },
    ]);
    await waitFor(() => expect(heading()).toBe(`Now ${sampleNda.party2Name} signs.`));
  });

  it('if it could not be changed, shows the current mode and the reason', async () => {
    const message = 'After the first payment it is fixed.';
    shown(due(), { [SIGN]: [409, { code: 'mode_fixed', message }] });
    await choose(/^Each party pays/);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('radio', { name: /^I pay for both/ })).toBeChecked();
  });

  it('is only text, with the reason, once a party has paid', () => {
    shown(owed());
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/This is fixed after the first payment/)).toBeVisible();
  });

  it('can become a link after Party 1 has signed for this device; the signature stays valid', async () => {
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

describe('while the link is open', () => {
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
  ])('shows one heading and one red button (%s)', (_, change, title, red) => {
    shown(link(change));
    expect(heading()).toBe(title);
    expect(primary()).toEqual(red);
    expect(screen.getByRole('region', { name: `Invitation to ${sampleNda.party2Name}` })).toBeVisible();
  });

  it('says when the link was used, but never claims that the agreement was read', () => {
    shown(link({ invitationStatus: 'opened', invitationOpenedAt: '2026-11-12T18:04:00.000Z' }));
    expect(screen.getByText(/^Link used on Nov 12/)).toBeVisible();
  });

  it('leads to step 5', async () => {
    const { onCompleted } = shown(link());
    await press('Continue to the finish');
    expect(onCompleted).toHaveBeenCalledTimes(1);
  });

  it("polls every five seconds, shows Party 2's signature, and continues half a second later", async () => {
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

  it('mentions failed polls only from the third on', async () => {
    const { server } = shown(link());
    await after(1);
    server({ [READ]: 'no answer' });
    await after(10_100);
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    await after(5_000);
    expect(screen.getByText('The current status could not be loaded. We keep looking.')).toBeVisible();
  });
});

it('after a withdrawal, lets both sign here or sends another invitation', async () => {
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
