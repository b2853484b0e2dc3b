import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { InvitationPanel } from './invitation-panel.js';
import { invited } from './testing/invited.js';

const ADDRESS = `/api/ndas/${sampleNda.id}`;
const NOW = Date.parse('2026-11-16T00:00:00.000Z');
const REFUSED = {
  kind: 'invitation',
  party: 2,
  code: 'mail_refused',
  permanent: true,
  at: '2026-11-12T12:30:00.000Z',
} as const;

function shown(change: Partial<NdaView> = {}, answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const nda = invited(change);
  const calls = fakeServer({ [`GET ${ADDRESS}`]: [200, nda], ...answers });
  const onReuse = jest.fn();
  renderWithProviders(<InvitationPanel nda={nda} onReuse={onReuse} />);
  return { calls, onReuse };
}
const bodies = (): unknown[] =>
  jest
    .mocked(fetch)
    .mock.calls.filter(([, init]) => init?.method !== 'GET')
    .map(([, init]) => JSON.parse(init?.body as string));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
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
afterEach(() => jest.restoreAllMocks());

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
  ])('%s is a word, with at most one red button', (_, change, word, red) => {
    shown(change);
    expect(screen.getByRole('status')).toHaveTextContent(word);
    expect(primary()).toEqual(red);
  });

  it('says until when, how often reminded, and what is paid', () => {
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
    expect(screen.getByRole('img', { name: /^Day 4 of 7/ })).toBeVisible();
  });

  it('says of the other share where it stands', () => {
    shown({ party1PaysForBoth: false, party1PaymentAmount: 199, party2PaymentStatus: 'succeeded' });
    expect(screen.getByText('Your share, paid').nextSibling).toHaveTextContent('€1.99');
    expect(screen.getByText(`${sampleNda.party2Name}’s share: paid`)).toBeVisible();
  });

  it('names a voucher where no money was paid', () => {
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
    jest.useRealTimers();
  });

  it('says why a mail did not arrive, and reminds nobody there', () => {
    shown({ mailProblems: [REFUSED] });
    expect(screen.getByText(/refused the message for good/)).toBeVisible();
    expect(button('Send a reminder')).toBeDisabled();
    expect(button('Send a reminder')).toHaveAccessibleDescription(/Correct the address first/);
  });

  it('tells of declined reminders, without marks on the days', () => {
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

  it('puts a dispute above everything', () => {
    shown({ disputed: [{ party: 2, at: '2026-11-14T10:00:00.000Z' }] });
    expect(screen.getByRole('alert')).toHaveTextContent('Disputed on November 14, 2026');
    expect(screen.getByRole('region').firstElementChild).toBe(screen.getByRole('alert'));
  });

  it('begins anew with the same data after it has expired, and offers no withdrawal', async () => {
    const { onReuse } = shown({ invitationStatus: 'expired' });
    await press('New agreement with these details');
    expect(onReuse).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Withdraw the invitation' })).toBeNull();
  });
});

describe('a reminder', () => {
  it('goes out, and the screen says so', async () => {
    const { calls } = shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [200, { remindersSent: 1 }] });
    await press('Send a reminder');
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The reminder is on its way.'));
    expect(calls).toEqual([`POST ${ADDRESS}/resend-remote-invite`]);
  });

  it('that is refused says why, where it was asked for and in the toast of the catalogue', async () => {
    const message = 'Maximum number of reminders (3) reached.';
    shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [409, { code: 'reminder_limit', message }] });
    await press('Send a reminder');
    expect(await screen.findByText('The reminder was not sent.')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(toasts.snapshot()).toMatchObject({ title: 'Error', description: message });
  });

  it('without words of the server has its own', async () => {
    shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [500] });
    await press('Send a reminder');
    expect(await screen.findByText('Failed to send reminder. Please try again.')).toBeVisible();
  });

  it('whose answer was lost has gone, where the agreement says so', async () => {
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
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  };

  it('asks first, and says what becomes of the share of the other party', async () => {
    const { calls } = shown({ party1PaysForBoth: false, party2PaymentStatus: 'succeeded' });
    await press('Withdraw the invitation');
    expect(screen.getByRole('dialog')).toHaveTextContent(/stops working at once.*stays credited/);
    await press('Keep the invitation');
    expect(calls).toEqual([]);
  });

  it('says so when it is done', async () => {
    const cancelled = invited({ invitationStatus: 'cancelled', signatureMode: 'in-person', revision: 6 });
    shown({}, { [CANCEL]: [200, cancelled] });
    await confirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts.snapshot()?.title).toBe('The invitation has been withdrawn.');
  });

  it('says in the dialog why it cannot be', async () => {
    const message = 'This party has already signed.';
    shown({}, { [CANCEL]: [409, { code: 'already_signed', message }] });
    await confirm();
    expect(
      await within(screen.getByRole('dialog')).findByText('The invitation was not withdrawn.'),
    ).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveTextContent(message);
  });

  it('can be followed by another invitation, as long as some are left', async () => {
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
    expect(screen.queryByRole('button', { name: /^Invite again/ })).toBeNull();
  });
});

describe('correcting the address', () => {
  const PATCH = `PATCH ${ADDRESS}/party2-email`;
  const OTHER = 'other@example.org';
  const field = () => screen.getByRole('textbox', { name: `E-mail address of ${sampleNda.party2Name}` });
  const open = () => press(`Correct the address: ${sampleNda.party2Name}`);
  const type = async (text: string) => {
    await userEvent.clear(field());
    await userEvent.paste(text);
    await press('Save and send again');
  };

  it('begins with the old one selected, and says what a new one changes', async () => {
    const select = jest.spyOn(HTMLInputElement.prototype, 'select');
    shown();
    await open();
    expect(select).toHaveBeenCalledTimes(1);
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue(sampleNda.party2Email);
    expect(field()).toHaveAccessibleDescription(/^2 of 2 changes left\. The old link then stops working/);
  });

  it('is left by Escape, back to where it was opened', async () => {
    const { calls } = shown();
    await open();
    await userEvent.keyboard('{Escape}');
    expect(button(`Correct the address: ${sampleNda.party2Name}`)).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('sends the new one, tells so and closes', async () => {
    shown({}, { [PATCH]: [200, invited({ party2Email: OTHER, revision: 6, invitationStatus: 'pending' })] });
    await open();
    await type(` ${OTHER} `);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(bodies()).toEqual([{ party2Email: OTHER }]);
    expect(toasts.snapshot()?.title).toMatch(/goes out again/);
  });

  it.each([
    ['the same one', sampleNda.party2Email, 'This is the present address.'],
    ['none', ' ', 'Please enter an e-mail address'],
    ['half of one', 'other@', 'Please enter an e-mail address'],
  ])('sends nothing for %s', async (_, text, words) => {
    const { calls } = shown();
    await open();
    await type(text);
    expect(field()).toHaveFocus();
    expect(field()).toHaveAccessibleDescription(new RegExp(words));
    expect(calls).toEqual([]);
  });

  it('allows the address of the other party, and says so', async () => {
    shown({}, { [PATCH]: [500] });
    await open();
    await type(sampleNda.party1Email);
    expect(screen.getByText('This is also the other party’s address.')).toBeVisible();
    expect(bodies()).toEqual([{ party2Email: sampleNda.party1Email }]);
  });

  it('keeps what was typed where it could not be saved', async () => {
    shown({}, { [PATCH]: [500] });
    await open();
    await type(OTHER);
    expect(await screen.findByRole('alert')).toHaveTextContent('The address was not changed.');
    expect(field()).toHaveValue(OTHER);
  });

  it.each(['address_limit', 'nda_final'])('closes where it is refused for good (%s)', async (code) => {
    shown({}, { [PATCH]: [409, { code, message: 'Not once more.' }] });
    await open();
    await type(OTHER);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not once more.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is not offered where no change is left', () => {
    shown({ addressesLeft: 0 });
    expect(screen.queryByRole('button', { name: `Correct the address: ${sampleNda.party2Name}` })).toBeNull();
  });

  it('works for Party 1 too, without a new link', async () => {
    const PARTY1 = 'Correct your own address';
    shown({}, { [`PATCH ${ADDRESS}/party1-email`]: [200, invited({ party1Email: OTHER, revision: 6 })] });
    await press(PARTY1);
    const own = screen.getByRole('textbox', { name: `E-mail address of ${sampleNda.party1Name}` });
    await userEvent.clear(own);
    await userEvent.paste(OTHER);
    await press('Save');
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The address has been corrected.'));
    expect(bodies()).toEqual([{ party1Email: OTHER }]);
  });
});

describe('other devices', () => {
  it('get a link by mail to the named address', async () => {
    const { calls } = shown({}, { [`POST ${ADDRESS}/continue-link`]: [202] });
    await press(`Send the link to ${sampleNda.party1Email}`);
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The link to continue is on its way.'));
    expect(calls[0]).toBe(`POST ${ADDRESS}/continue-link`);
  });

  it('get none today after three, and the place says so', async () => {
    const message = 'Try again tomorrow.';
    shown({}, { [`POST ${ADDRESS}/continue-link`]: [429, { code: 'mail_limit', message }] });
    await press(`Send the link to ${sampleNda.party1Email}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(toasts.snapshot()).toBeUndefined();
  });

  it('can be shut out where there are any, and only there', async () => {
    const END = 'End access of all other devices';
    const { calls } = shown(
      { otherDevices: 2 },
      { [`POST ${ADDRESS}/end-other-access`]: [200, invited({ revision: 6 })] },
    );
    expect(screen.getByText('2 other devices can open this agreement.')).toBeVisible();
    await press(END);
    await waitFor(() => expect(toasts.snapshot()?.title).toMatch(/^Only this device/));
    expect(calls).toEqual([`POST ${ADDRESS}/end-other-access`]);
  });
});
