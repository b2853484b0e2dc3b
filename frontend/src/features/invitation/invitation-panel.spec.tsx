import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { startTexts } from '../../testing/texts.js';
import { invited } from './testing/invited.js';
import { ADDRESS, button, press, shown } from './testing/shown-panel.js';

const NOW = Date.parse('2026-11-16T00:00:00.000Z');
const REFUSED = {
  kind: 'invitation',
  party: 2,
  code: 'mail_refused',
  permanent: true,
  at: '2026-11-12T12:30:00.000Z',
} as const;

const primary = () =>
  screen
    .queryAllByRole('button')
    .filter((one) => one.classList.contains('button-primary'))
    .map(({ textContent }) => textContent);

beforeAll(() => startTexts('en', ['invitation']));
beforeEach(() => {
  toasts.clear();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the state of an invitation', () => {
  it.each<[string, Partial<NdaView>, string, string[]]>([
    ['pending', { invitationStatus: 'pending' }, 'Sending the invitation', []],
    ['sent', {}, 'Waiting for the signature', []],
    ['opened', { invitationStatus: 'opened' }, 'Waiting for the signature', []],
    ['refused', { mailProblems: [REFUSED] }, 'E-mail did not arrive', ['Correct the address']],
    ['signed', { invitationStatus: 'signed' }, 'Signed', []],
    [
      'expired',
      { invitationStatus: 'expired' },
      'Expired on November 19, 2026',
      ['New agreement with these details'],
    ],
    ['cancelled', { invitationStatus: 'cancelled', signatureMode: 'in-person' }, 'Withdrawn', []],
  ])('%s is shown in words, with at most one red button', (_, change, word, red) => {
    shown(change);
    expect(screen.getByRole('status')).toHaveTextContent(word);
    expect(primary()).toEqual(red);
  });

  it('shows when it ends, the number of reminders and the payment', () => {
    shown({
      invitationStatus: 'opened',
      remindersSent: 1,
      lastReminderAt: '2026-11-15T09:12:00.000Z',
    });
    expect(screen.getByText('Link valid until').nextSibling).toHaveTextContent('Nov 19');
    expect(screen.getByText('3 days left')).toBeVisible();
    expect(screen.getByText('Reminders sent').nextSibling).toHaveTextContent('1 / 3');
    expect(screen.getByText(/^last Nov 15/)).toBeVisible();
    expect(screen.getByText('Paid, for both parties').nextSibling).toHaveTextContent('€3.98');
    expect(screen.getByText(`Order ${sampleNda.orderNumber}`)).toBeVisible();
    expect(screen.getByRole('img', { name: /^Day 4 of 7/ })).toBeVisible();
  });

  it('shows whether the other party has paid its share', () => {
    shown({ party1PaysForBoth: false, party1PaymentAmount: 199, party2PaymentStatus: 'succeeded' });
    expect(screen.getByText('Your share, paid').nextSibling).toHaveTextContent('€1.99');
    expect(screen.getByText(`${sampleNda.party2Name}’s share: paid`)).toBeVisible();
  });

  it('says that a voucher has paid if no money was paid', () => {
    shown({ party1PaymentAmount: 0, voucherCode: 'NDA-1' });
    expect(screen.getByText('by voucher')).toBeVisible();
  });

  it('says after a minute that the mail server does not answer', () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-12T12:10:01.000Z') });
    shown({ invitationStatus: 'pending' });
    expect(screen.queryByText(/mail server does not answer/)).toBeNull();
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    expect(screen.getByText(/mail server does not answer/)).toBeVisible();
  });

  it('counts the minute again for a corrected address', () => {
    jest.useFakeTimers({ now: NOW });
    const { again } = shown({ invitationStatus: 'pending' });
    const minute = () => act(() => jest.advanceTimersByTime(60_000));
    expect(screen.queryByText(/mail server does not answer/)).toBeNull();
    minute();
    again({ invitationStatus: 'pending', party2Email: 'right@example.org' });
    expect(screen.queryByText(/mail server does not answer/)).toBeNull();
    minute();
    expect(screen.getByText(/mail server does not answer/)).toBeVisible();
  });

  it.each([
    ['mail_unreachable', 'The mail server does not answer, we keep trying.'],
    ['mail_setup', 'Our own e-mail service is failing, we keep trying.'],
  ])('says at once which side delays a mail: %s', (code, words) => {
    shown({ invitationStatus: 'pending', mailProblems: [{ ...REFUSED, code, permanent: false }] });
    expect(screen.getByText(words)).toBeVisible();
  });

  it.each([
    ['2026-11-16T01:10:00.000Z', '1 hour left'],
    ['2026-11-16T00:50:00.000Z', 'less than an hour left'],
  ])('counts the last hours: %s', (expiresAt, words) => {
    shown({ expiresAt });
    expect(screen.getByText(words)).toBeVisible();
  });

  it.each<[string, Partial<NdaView>, string]>([
    ['for both', {}, 'in time. Nothing that was paid is refunded. A'],
    ['each, and the other did not', { party1PaysForBoth: false }, 'in time. Your payment is not refunded. A'],
    [
      'each, the other by card',
      { party1PaysForBoth: false, party2PaymentStatus: 'succeeded', party2PaymentAmount: 199 },
      `Your payment is not refunded. ${sampleNda.party2Name} gets their own share back. A`,
    ],
    [
      'each, the other by voucher',
      { party1PaysForBoth: false, party2PaymentStatus: 'succeeded', party2PaymentAmount: 0 },
      'in time. Your payment is not refunded. A',
    ],
  ])('says after the expiry what happens to the payments: %s', (_, change, words) => {
    shown({ ...change, invitationStatus: 'expired' });
    expect(screen.getByText(/did not sign in time/)).toHaveTextContent(words);
  });

  it('if each party pays its own share, warns only about the share of Party 1', () => {
    const { again } = shown();
    expect(screen.getByText(/Fees already paid are not refunded/)).toBeVisible();
    again({ party1PaysForBoth: false });
    expect(screen.getByText(/Your payment is not refunded/)).toBeVisible();
    expect(screen.queryByText(/Fees already paid/)).toBeNull();
  });

  it('says why a mail did not arrive, and offers no reminder to that address', () => {
    shown({ mailProblems: [REFUSED] });
    expect(screen.getByText(/refused the message for good/)).toBeVisible();
    expect(button('Send a reminder')).toBeDisabled();
    expect(button('Send a reminder')).toHaveAccessibleDescription(/Correct the address first/);
  });

  it('says that reminders are declined, and marks no days', () => {
    shown({ remindersDeclined: true });
    expect(screen.getByText(/^Wants no reminders\. The link remains valid until Nov 19/)).toBeVisible();
    expect(screen.queryByText('Day 3')).toBeNull();
    expect(button('Send a reminder')).toHaveAccessibleDescription(/wants no more reminders/);
  });

  it('says that three reminders are the limit', () => {
    shown({ remindersSent: 3 });
    expect(button('Send a reminder')).toBeDisabled();
    expect(screen.getByText('Three reminders sent. No more are possible.')).toBeVisible();
  });

  it('shows a dispute above everything else', () => {
    shown({ disputed: [{ party: 2, at: '2026-11-14T10:00:00.000Z' }] });
    expect(screen.getByRole('alert')).toHaveTextContent('Disputed on November 14, 2026');
    expect(screen.getByRole('region').firstElementChild).toBe(screen.getByRole('alert'));
  });

  it('after the expiry, offers a new agreement with the same data, but no withdrawal', async () => {
    const { onReuse } = shown({ invitationStatus: 'expired' });
    await press('New agreement with these details');
    expect(onReuse).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Withdraw the invitation' })).toBeNull();
  });
});

describe('a reminder', () => {
  it('is sent, and the screen confirms it', async () => {
    const { calls } = shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [200, { remindersSent: 1 }] });
    await press('Send a reminder');
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The reminder is on its way.'));
    expect(calls).toEqual([`POST ${ADDRESS}/resend-remote-invite`]);
  });

  it('says why it is refused, beside the button and in the toast that the catalogue lists', async () => {
    const message = 'Maximum number of reminders (3) reached.';
    shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [409, { code: 'reminder_limit', message }] });
    await press('Send a reminder');
    expect(await screen.findByText('The reminder was not sent.')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(toasts.snapshot()).toMatchObject({ title: 'Error', description: message });
  });

  it('is refused in words of the page if the server sends none', async () => {
    shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [500] });
    await press('Send a reminder');
    expect(await screen.findByText('Failed to send reminder. Please try again.')).toBeVisible();
  });

  it('after a lost answer, counts as sent if the agreement says so', async () => {
    shown(
      {},
      {
        [`POST ${ADDRESS}/resend-remote-invite`]: 'no answer',
        [`GET ${ADDRESS}`]: [200, invited({ remindersSent: 1, revision: 6 })],
      },
    );
    await press('Send a reminder');
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The reminder is on its way.'));
  });
});

describe('withdrawing', () => {
  const CANCEL = `POST ${ADDRESS}/cancel-remote-invite`;
  const confirm = async () => {
    await press('Withdraw the invitation');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }),
    );
  };

  it("asks first, and says what happens to the other party's share", async () => {
    const { calls } = shown({ party1PaysForBoth: false, party2PaymentStatus: 'succeeded' });
    await press('Withdraw the invitation');
    expect(await screen.findByRole('dialog')).toHaveTextContent(/stops working at once.*stays credited/);
    await press('Keep the invitation');
    expect(calls).toEqual([]);
  });

  it('is confirmed when it is done', async () => {
    const cancelled = invited({ invitationStatus: 'cancelled', signatureMode: 'in-person', revision: 6 });
    shown({}, { [CANCEL]: [200, cancelled] });
    await confirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts.snapshot()?.title).toBe('The invitation has been withdrawn.');
  });

  it('says in the dialog why it is not possible', async () => {
    const message = 'This party has already signed.';
    shown({}, { [CANCEL]: [409, { code: 'already_signed', message }] });
    await confirm();
    expect(
      await within(screen.getByRole('dialog')).findByText('The invitation was not withdrawn.'),
    ).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveTextContent(message);
  });

  it('after a lost answer, is not reported as done if the other party was faster', async () => {
    const signed = invited({
      invitationStatus: 'signed',
      party2SignedAt: '2026-11-16T00:00:00.000Z',
      revision: 6,
    });
    shown({}, { [CANCEL]: 'no answer', [`GET ${ADDRESS}`]: [200, signed] });
    await confirm();
    await waitFor(() => expect(toasts.snapshot()).toMatchObject({ title: 'Error' }));
  });

  it('after a lost answer, counts as done if the agreement says so', async () => {
    const cancelled = invited({ invitationStatus: 'cancelled', signatureMode: 'in-person', revision: 6 });
    shown({}, { [CANCEL]: 'no answer', [`GET ${ADDRESS}`]: [200, cancelled] });
    await confirm();
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The invitation has been withdrawn.'));
  });

  it('can be followed by another invitation while invitations are left', async () => {
    const { calls } = shown(
      { invitationStatus: 'cancelled', signatureMode: 'in-person', invitationsLeft: 1 },
      { [`POST ${ADDRESS}/initiate-remote-signature`]: [200, { status: 'pending' }] },
    );
    await press('Invite again (1 left)');
    expect(calls).toContain(`POST ${ADDRESS}/initiate-remote-signature`);
  });

  it('says why no other invitation can follow', () => {
    shown({ invitationStatus: 'cancelled', signatureMode: 'in-person', invitationsLeft: 0 });
    expect(screen.getByText(/No more than three invitations/)).toBeVisible();
    expect(screen.queryByText(/you invite again/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Invite again/ })).toBeNull();
  });
});
