import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor } from '@testing-library/react';
import { toasts } from '../../components/toast-store.js';
import { startTexts } from '../../testing/texts.js';
import {
  ADDRESS,
  READ,
  SIGN,
  INVITE,
  hash,
  link,
  due,
  owed,
  here,
  shown,
  user,
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

describe('the focus', () => {
  const focused = () => document.activeElement;
  const h1 = () => screen.getByRole('heading', { level: 1 });

  it.each<[string, NdaView, NdaView, () => Promise<unknown>]>([
    ['a link in place of this device', here(), due({ revision: 3 }), () => press('Send a link instead')],
    [
      'this device in place of a link',
      due(),
      here({ revision: 3 }),
      () => choose(/^Together on this device/),
    ],
  ])('moves to the heading when a press replaces the view: %s', async (_, before, now, act) => {
    shown(before, { [SIGN]: [200, now] });
    await act();
    await waitFor(() => expect(h1()).toHaveFocus());
  });

  it('moves to the heading after a withdrawal', async () => {
    const cancelled = here({ invitationStatus: 'cancelled', amountDue: 0, invitationsLeft: 2, revision: 9 });
    shown(link(), { [`POST ${ADDRESS}/cancel-remote-invite`]: [200, cancelled] });
    await press('Withdraw the invitation');
    await screen.findByRole('dialog');
    await press('Withdraw');
    await waitFor(() => expect(h1()).toHaveFocus());
    await after(50);
    expect(h1()).toHaveFocus();
  });

  it('moves to the heading after a payment, once its dialog is closed', async () => {
    const { server } = shown(due());
    await press('Pay and invite');
    server({ [READ]: [200, owed({ revision: 3 })] });
    await after(5_100);
    expect(h1()).not.toHaveFocus();
    await press('Close');
    expect(h1()).toHaveFocus();
  });

  it('stays on a choice that is still on the screen', async () => {
    shown(due(), { [SIGN]: [200, due({ party1PaysForBoth: false, amountDue: 199, revision: 3 })] });
    await choose(/^Each party pays/);
    expect(await screen.findByText('€1.99')).toBeVisible();
    expect(screen.getByRole('radio', { name: /^Each party pays/ })).toBe(focused());
  });

  it('stays on the choice of the mode before Party 1 signs', async () => {
    shown({ ...sampleNda, agreementHash: hash });
    screen.getByRole('radio', { name: /^Together on this device/ }).focus();
    await user().keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: /^Remotely/ })).toBe(focused());
    expect(screen.getByRole('radio', { name: /^Remotely/ })).toBeChecked();
  });
});

describe('the three lines', () => {
  it('show the amount due, and open the payment', async () => {
    shown(due());
    const lines = screen.getAllByRole('listitem').map((line) => line.querySelector('b')?.textContent);
    expect(lines).toEqual(['Signed', 'Pay', `Invitation to ${sampleNda.party2Name}`]);
    expect(screen.getByText('€3.98')).toBeVisible();
    expect(screen.getByText(`Replies to the invitation go to ${sampleNda.party1Email}.`)).toBeVisible();
    expect(primary()).toEqual(['Pay and invite']);
    await press('Pay and invite');
    expect(screen.getByText('Payment of 398')).toBeVisible();
  });

  it('while the server has not seen the payment, do not ask for another one, unless it failed', async () => {
    const { server } = shown(due());
    await press('Pay and invite');
    await press('Provider says yes');
    expect(screen.getByText('The payment is being confirmed.')).toBeVisible();
    expect(primary()).toEqual([]);
    server({ [READ]: [200, due({ party1PaymentStatus: 'pending', revision: 3 })] });
    await after(5_100);
    expect(primary()).toEqual([]);
    expect(screen.queryByText(/^This is taking longer than usual/)).not.toBeInTheDocument();
    await after(25_000);
    expect(screen.getByText(/^This is taking longer than usual\. You can close this page:/)).toBeVisible();
    expect(primary()).toEqual([]);
    server({ [READ]: [200, due({ party1PaymentStatus: 'failed', revision: 4 })] });
    await after(5_100);
    expect(primary()).toEqual(['Pay and invite']);
  });

  const confirming = () => screen.queryByText('The payment is being confirmed.');
  const toPay = () => screen.queryByRole('button', { name: 'Pay and invite' });
  /**
   * Pays, but the server keeps reporting that the payment is pending. The server does so, for example, if the
   * card is declined later.
   */
  async function keptWaiting() {
    const step = shown(due({ party1PaymentStatus: 'pending' }));
    await press('Pay and invite');
    await press('Provider says yes');
    await press('Close');
    await after(29_000);
    expect(toPay()).toBeNull();
    await after(1_100);
    expect(
      screen.getByText(/you can pay again here; first we check whether it has arrived\.$/),
    ).toBeVisible();
    return step;
  }

  it('while the payment stays unconfirmed, offer to pay again, without a red button', async () => {
    await keptWaiting();
    expect(primary()).toEqual([]);
    expect(toPay()).toHaveClass('button-outlined');
    await press('Pay and invite');
    expect(screen.getByText('Payment of 398')).toBeVisible();
    // A user who only opens the dialog has ordered nothing. The first payment may still arrive.
    await press('Close');
    expect(confirming()).toBeVisible();
  });

  it('wait again after a second payment, and ask to pay after a declined one', async () => {
    await keptWaiting();
    await press('Pay and invite');
    await press('Order');
    await press('Provider says yes');
    await press('Close');
    expect(confirming()).toBeVisible();
    await after(29_000);
    expect(toPay()).toBeNull();
    await after(1_100);
    await press('Pay and invite');
    await press('Order');
    await press('Close');
    expect(confirming()).toBeNull();
    expect(primary()).toEqual(['Pay and invite']);
  });

  it('continue by themselves if the payment arrives in the end', async () => {
    const { server } = await keptWaiting();
    server({ [READ]: [200, owed({ revision: 4 })] });
    await after(5_100);
    expect(toPay()).toBeNull();
    expect(screen.getByText('The invitation is about to go out.')).toBeVisible();
  });

  it('wait until the server has invited by itself', async () => {
    const { server } = shown(owed());
    expect(screen.getByText('The invitation is about to go out.')).toBeVisible();
    expect(primary()).toEqual([]);
    const calls = server({ [READ]: [200, link({ invitationStatus: 'pending', revision: 4 })] });
    await after(1_001);
    expect(heading()).toBe('The invitation is being sent.');
    await after(20_000);
    expect(calls).not.toContain(INVITE);
  });

  it('check six times, once a second, and then ask for the invitation', async () => {
    const { server } = shown(owed());
    await after(1);
    const calls = server({ [INVITE]: [200, { status: 'pending' }] });
    await after(5_900);
    expect(calls).not.toContain(INVITE);
    await after(200);
    // Step 4 itself also polls, so there may be more reads than the six checks.
    expect(calls.filter((call) => call === READ).length).toBeGreaterThanOrEqual(6);
    expect(calls.filter((call) => call === INVITE)).toHaveLength(1);
  });

  it('ask for nothing if the sixth check finds the invitation', async () => {
    const { server } = shown(owed());
    await after(5_500);
    const calls = server({ [READ]: [200, link({ invitationStatus: 'pending', revision: 4 })] });
    await after(10_000);
    expect(heading()).toBe('The invitation is being sent.');
    expect(calls).not.toContain(INVITE);
    expect(toasts.snapshot()).toBeUndefined();
  });

  it('ask for nothing if the user has left during the sixth check', async () => {
    const { unmount } = shown(owed());
    await after(5_500);
    const asked = jest.fn(async (_path: string, { method }: RequestInit) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return {
        ok: true,
        status: 200,
        headers: new Headers(),
        text: async () => JSON.stringify(method === 'GET' ? owed() : {}),
      };
    });
    Object.assign(globalThis, { fetch: asked });
    await after(1_000);
    unmount();
    await after(5_000);
    expect(asked.mock.calls.filter(([, { method }]) => method === 'POST')).toEqual([]);
  });

  it('say that the invitation failed, and offer a button that sends it', async () => {
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
