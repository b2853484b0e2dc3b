import { WITHDRAWAL_MESSAGE_MAX } from '@siegel/contracts/limits';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeTo } from '../../app/follow-language.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { WithdrawalPage } from './withdrawal-page.js';

const CALL = 'POST /api/withdrawals';
const answerOf = (mail?: 'sent' | 'withheld'): FakeAnswer => [
  202,
  { number: 'W-MZXW6YTBOI', receivedAt: '2026-11-14T07:02:31.000Z', ...(mail && { mail }) },
];
const RECEIVED = answerOf('sent');
const BUSY: FakeAnswer = [503, { code: 'unavailable', message: 'Please try again.' }];

const field = (name: RegExp) => screen.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const answer = (given: FakeAnswer) => fakeServer({ [CALL]: given });
const sent = (place: number) => {
  const [, init] = (fetch as jest.Mock).mock.calls[place] as [string, RequestInit];
  return {
    key: (init.headers as Record<string, string>)['Idempotency-Key'],
    body: JSON.parse(init.body as string),
  };
};

async function fillIn(message = ''): Promise<void> {
  await userEvent.type(field(/^Name/), 'Grace Hopper');
  await userEvent.type(field(/^E-mail/), 'grace@example.org');
  await userEvent.type(field(/^Order number/), 'order of 12 November');
  if (message !== '') await userEvent.type(field(/^Message/), message);
}
async function review(message = ''): Promise<void> {
  await fillIn(message);
  await press('Continue');
  await heading('Please check what you entered.');
}

beforeAll(() => startTexts('en', ['withdrawal']));
beforeEach(() => {
  window.history.replaceState(null, '', '/withdraw');
  window.scrollTo = jest.fn();
});
const open = () => renderWithProviders(<WithdrawalPage />);

describe('withdrawing from a contract', () => {
  it('repeats the declaration, sends it with one button, and shows the receipt', async () => {
    const calls = answer(RECEIVED);
    open();
    await review('Twice by mistake.');
    expect(calls).toEqual([]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(document.querySelectorAll('.button-primary')).toHaveLength(1);
    for (const text of ['Grace Hopper', 'grace@example.org', 'order of 12 November', 'Twice by mistake.'])
      expect(screen.getByText(text)).toBeVisible();
    await press('Confirm withdrawal');
    expect(await heading('We have received your withdrawal.')).toHaveFocus();
    expect(screen.getByText('W-MZXW6YTBOI')).toBeVisible();
    expect(screen.getByText(/14 November 2026, 8:02/)).toBeVisible();
    expect(screen.getByText('The receipt is on its way to grace@example.org.')).toBeVisible();
    expect(screen.getByText('Twice by mistake.')).toBeVisible();
    expect(calls).toEqual([CALL]);
    expect(sent(0).body).toEqual({
      name: 'Grace Hopper',
      email: 'grace@example.org',
      reference: 'order of 12 November',
      message: 'Twice by mistake.',
    });
  });

  it('sends only once if pressed several times, and uses one key for several tries', async () => {
    const calls = answer(BUSY);
    open();
    await review();
    const button = screen.getByRole('button', { name: 'Confirm withdrawal' });
    act(() => {
      button.click();
      button.click();
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(/do not know whether.*counts only once/s);
    expect(calls).toHaveLength(1);
    await press('Confirm withdrawal');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(sent(0).key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent(1)).toEqual(sent(0));
  });

  it('after a refusal, names the other way to withdraw and loses no data', async () => {
    const message = 'Too many withdrawals. Please declare it in another way: Siegel GmbH, telephone 040 1.';
    answer([429, { code: 'rate_limited', message }]);
    renderWithProviders(<WithdrawalPage />, '/', { operatorPhone: '040 1-2' });
    await review('Hello');
    await press('Confirm withdrawal');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`Your withdrawal was not sent.${message}`);
    expect(screen.getByRole('link', { name: '040 1-2' })).toHaveAttribute('href', 'tel:04012');
    expect(screen.getByRole('link', { name: /@/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:/),
    );
    expect(screen.getByText('Hello')).toBeVisible();
  });

  it('without a connection, says that the outcome is unknown', async () => {
    answer('no answer');
    open();
    await review();
    await press('Confirm withdrawal');
    expect(await screen.findByRole('alert')).toHaveTextContent('We do not know whether');
    expect(screen.getByText('Grace Hopper')).toBeVisible();
  });

  it('returns to the fields with all typed values, and sends the changes', async () => {
    answer(RECEIVED);
    open();
    await review();
    await press('Change');
    await heading('Withdraw from contract');
    expect(field(/^Name/)).toHaveValue('Grace Hopper');
    await userEvent.type(field(/^Message/), 'Added');
    await press('Continue');
    await heading('Please check what you entered.');
    await press('Confirm withdrawal');
    await heading('We have received your withdrawal.');
    expect(sent(0).body).toMatchObject({ name: 'Grace Hopper', message: 'Added' });
  });

  it('keeps all typed values after a reload', async () => {
    const first = open();
    await fillIn('Hello');
    await userEvent.tab();
    first.unmount();
    const second = open();
    expect(field(/^Message/)).toHaveValue('Hello');
    await press('Continue');
    await heading('Please check what you entered.');
    second.unmount();
    open();
    expect(await heading('Please check what you entered.')).toBeVisible();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('follows the back and forward buttons of the browser, even if a field has the focus', async () => {
    const first = open();
    await review('Hello');
    act(() => window.history.back());
    await heading('Withdraw from contract');
    await userEvent.click(field(/^Message/));
    act(() => window.history.forward());
    await heading('Please check what you entered.');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    first.unmount();
    open();
    expect(await heading('Please check what you entered.')).toBeVisible();
  });

  it('begins with the order number that the link in the order confirmation contains', () => {
    window.history.replaceState(null, '', '/withdraw#order=S-K5XG2ZLDMU');
    open();
    expect(field(/^Order number/)).toHaveValue('S-K5XG2ZLDMU');
  });

  it.each(['#order=%E0%A4%A', '#other'])('ignores the fragment %s', (hash) => {
    window.history.replaceState(null, '', `/withdraw${hash}`);
    open();
    expect(field(/^Order number/)).toHaveValue('');
  });
});

describe('the receipt as a file', () => {
  const saved: { name: string; file: Blob }[] = [];
  beforeEach(() => {
    saved.length = 0;
    let file = new Blob();
    const createObjectURL = (given: Blob) => {
      file = given;
      return 'blob:receipt';
    };
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file });
    });
  });
  afterEach(() => jest.restoreAllMocks());

  async function done(mail?: 'sent' | 'withheld'): Promise<void> {
    answer(answerOf(mail));
    open();
    await review('Twice.\nBy mistake.');
    await press('Confirm withdrawal');
    await heading('We have received your withdrawal.');
  }

  it.each(['sent', 'withheld'] as const)('holds the whole receipt if the mail is %s', async (mail) => {
    await done(mail);
    await press('Save the receipt');
    expect(saved.map(({ name }) => name)).toEqual(['withdrawal-W-MZXW6YTBOI.txt']);
    const reader = new FileReader();
    reader.readAsText(saved[0]?.file ?? new Blob());
    await waitFor(() => expect(reader.result).not.toBeNull());
    const text = typeof reader.result === 'string' ? reader.result : '';
    expect(text.replaceAll('\u00a0', ' ').split('\r\n')).toEqual([
      'Receipt of a withdrawal',
      '',
      'Siegel GmbH',
      'Speicherstraße 1',
      '20457 Hamburg',
      '',
      'Number: W-MZXW6YTBOI',
      'Received: 14 November 2026, 8:02 AM (Berlin time)',
      '',
      'You have withdrawn from a contract.',
      'I hereby withdraw from the contract that I concluded with this order.',
      '',
      'Name: Grace Hopper',
      'E-mail: grace@example.org',
      'Order: order of 12 November',
      'Message: Twice.',
      '  By mistake.',
      '',
    ]);
  });

  it('is the only receipt if no mail is sent, and the page says so', async () => {
    await done('withheld');
    expect(screen.getByText('This time we do not send the receipt by e-mail.')).toBeVisible();
    expect(screen.getByText(/^No e-mail goes to grace@example.org: lately too many/)).toBeVisible();
    expect(screen.queryByText(/on its way/)).toBeNull();
    expect(document.querySelectorAll('.button-primary')).toHaveLength(1);
  });

  it.each(['sent', undefined] as const)('is offered beside the mail if that is %s', async (mail) => {
    await done(mail);
    expect(screen.getByText('The receipt is on its way to grace@example.org.')).toBeVisible();
    expect(screen.queryByText(/No e-mail goes/)).toBeNull();
    expect(screen.getByText(/^The file holds your whole declaration.*only where/)).toBeVisible();
  });

  it('can also be printed, and the page then names no other way to withdraw', async () => {
    Object.assign(window, { print: jest.fn() });
    await done('sent');
    expect(screen.queryByText('Rather by e-mail or post?')).toBeNull();
    await press('Print');
    expect(window.print).toHaveBeenCalledTimes(1);
  });
});

describe('an invalid field', () => {
  it('shows its error, and the first wrong field has the focus', async () => {
    const calls = answer(RECEIVED);
    open();
    await press('Continue');
    await waitFor(() => expect(field(/^Name/)).toHaveFocus());
    expect(field(/^Name/)).toHaveAccessibleDescription('This field is required.');
    expect(field(/^E-mail/)).toHaveAccessibleDescription('Invalid email address.');
    expect(field(/^Message/)).toHaveAccessibleDescription('');
    await fillIn();
    await press('Continue');
    expect(await heading('Please check what you entered.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('shows its error in a language that is chosen later', async () => {
    open();
    await press('Continue');
    await waitFor(() => expect(field(/^Name/)).toHaveFocus());
    await act(() => changeTo('de'));
    expect(await screen.findByText('Vertrag widerrufen', { selector: 'h1' })).toBeVisible();
    expect(field(/^Name/)).toHaveAccessibleDescription('Dieses Feld ist erforderlich.');
    await act(() => changeTo('en'));
  });

  it('shows a counter if it is too long', async () => {
    open();
    await fillIn();
    await userEvent.click(field(/^Message/));
    await userEvent.paste('m'.repeat(WITHDRAWAL_MESSAGE_MAX + 1));
    expect(screen.getByText(`${WITHDRAWAL_MESSAGE_MAX + 1} / ${WITHDRAWAL_MESSAGE_MAX}`)).toBeVisible();
    await press('Continue');
    expect(await screen.findByText(`At most ${WITHDRAWAL_MESSAGE_MAX} characters.`)).toBeVisible();
  });

  it('shows an error of the server and keeps all typed values', async () => {
    const errors = [{ field: 'reference', code: 'validation.oneLine', message: 'x' }];
    answer([400, { code: 'validation_failed', message: 'Please check.', errors }]);
    open();
    await review('Hello');
    await press('Confirm withdrawal');
    await heading('Withdraw from contract');
    expect(field(/^Order number/)).toHaveFocus();
    expect(field(/^Order number/)).toHaveAccessibleDescription(/Line breaks and control characters/);
    expect(field(/^Message/)).toHaveValue('Hello');
  });
});

it('links to the imprint if no address is configured', () => {
  renderWithProviders(<WithdrawalPage />, '/', {
    operatorName: null,
    operatorAddress: [],
    operatorEmail: null,
  });
  expect(screen.getByRole('link', { name: 'imprint' })).toHaveAttribute('href', '/legal?lang=en#impressum');
});
