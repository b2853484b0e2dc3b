import { fireEvent, screen, waitFor } from '@testing-library/react';
import { toasts } from '../../components/toast-store.js';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import {
  type Answers,
  CONFIRM,
  CONSENT_CALL,
  enterCard,
  holdAnswers,
  INTENT,
  noPayButton,
  OPEN,
  PAID,
  PAY,
  pageWithDialog,
  payButton,
  READ,
  refused,
  SUCCEEDED,
  server,
} from './testing/paying.js';

const onPending = jest.fn();
const opened = (answers: Answers = {}) => pageWithDialog(answers, onPending);
const says = async (text: string) => expect(await screen.findByText(text)).toBeVisible();
const next = (amount: number): FakeAnswer => [200, { ...INTENT, paymentIntentId: 'pi_2', amount }];
const DECLINED = refused(402, 'card_declined');

/**
 * Opens the dialog, enters complete card data and presses the button. The fake server responds to the order
 * with `answers`.
 */
async function ordered(answers: Answers) {
  const { onOpenChange } = opened();
  await enterCard();
  const calls = server(answers);
  fireEvent.click(payButton());
  return { calls, onOpenChange };
}

beforeAll(() => startTexts('en', ['payment']));
beforeEach(() => {
  toasts.clear();
  onPending.mockClear();
});

describe('an order that is refused (rule:consent-when-given)', () => {
  it('over another amount shows no price until the new one is known, and can be repeated', async () => {
    opened();
    await enterCard();
    server({ [CONSENT_CALL]: refused(409, 'payment_changed'), [OPEN]: next(398) });
    const release = holdAnswers(OPEN);
    fireEvent.click(payButton());
    await says('The amount is being worked out.');
    expect(screen.queryByText(/1\.99/)).toBeNull();
    noPayButton();
    release();
    await says('The amount has changed.');
    expect(screen.getByText(/3\.98/)).toBeVisible();
    expect(screen.queryByText('The amount is being worked out.')).toBeNull();
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    const calls = server({ [PAY]: DECLINED, [OPEN]: next(398) });
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(payButton());
    await says('The payment did not go through.');
    expect(screen.queryByText('The amount has changed.')).toBeNull();
    expect(calls).toEqual([CONSENT_CALL, PAY]);
  });

  it.each(['payment_changed', 'payment_unknown'])(
    'over the same amount says that the payment was prepared again: %s',
    async (code) => {
      const { calls } = await ordered({ [CONSENT_CALL]: refused(409, code), [OPEN]: next(199) });
      await says('The payment has been prepared anew.');
      expect(screen.queryByText('The amount has changed.')).toBeNull();
      expect(screen.getByText(/1\.99/)).toBeVisible();
      expect(screen.getByRole('checkbox')).not.toBeChecked();
      await waitFor(() => expect(calls).toContain(READ));
      expect(calls).not.toContain(PAY);
      expect(toasts.snapshot()).toBeUndefined();
    },
  );

  it('offers to prepare a failed payment again, at the price owed now', async () => {
    await ordered({
      [CONSENT_CALL]: refused(409, 'payment_changed'),
      [OPEN]: refused(502, 'payment_provider_failed'),
      [READ]: [200, { ...PAID, amountDue: 398, paymentStatus: 'pending' }],
    });
    await says('The payment could not be prepared.');
    expect(await screen.findByText(/3\.98/)).toBeVisible();
    server({ [OPEN]: next(398) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await says('The amount has changed.');
  });

  it('says that the payment was already made, and does not ask the provider', async () => {
    const { calls } = await ordered({
      [CONSENT_CALL]: refused(409, 'already_paid'),
      [READ]: [200, PAID],
    });
    await says('This is already paid.');
    expect(calls).toEqual([CONSENT_CALL, READ]);
    expect(onPending).not.toHaveBeenCalled();
  });

  it.each([
    [409, 'nothing_due', 'Nothing is due any more.', 'Nothing was charged.'],
    [410, 'nda_discarded', 'Paying is no longer possible here.', 'It is nda_discarded.'],
    [404, 'not_found', 'Paying is no longer possible here.', 'It is not_found.'],
    [409, 'party1_must_sign_first', 'Paying is no longer possible here.', 'It is party1_must_sign_first.'],
    [503, 'stream_untrusted', 'Paying is not possible here at the moment.', 'It is stream_untrusted.'],
  ])(
    'closes the dialog with a message and updates the page behind: %i %s',
    async (status, code, title, text) => {
      const { calls, onOpenChange } = await ordered({ [CONSENT_CALL]: refused(status, code) });
      await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
      expect(toasts.snapshot()).toMatchObject({ title, description: text });
      await waitFor(() => expect(calls).toEqual([CONSENT_CALL, READ]));
      expect(screen.queryByText('The payment did not go through.')).toBeNull();
    },
  );

  it.each<FakeAnswer>(['no answer', [503], refused(500, 'internal_error')])(
    'can be repeated after a lost answer: %j',
    async (answer) => {
      const { calls } = await ordered({ [CONSENT_CALL]: answer });
      await says('Nothing was charged.');
      expect(screen.getByText(/it counts only once/)).toBeVisible();
      expect(screen.getByRole('checkbox')).toBeChecked();
      expect(calls).toEqual([CONSENT_CALL]);
      expect(toasts.snapshot()).toBeUndefined();
      server({ [PAY]: SUCCEEDED, [CONFIRM]: [200, PAID] });
      fireEvent.click(payButton());
      await says('The payment has arrived.');
    },
  );

  it.each([
    [429, 'rate_limited', 'The order was not accepted.', 'It is rate_limited.'],
    [400, 'validation_failed', 'This page is no longer up to date.', undefined],
  ])(
    'says that nothing was charged, and does not blame the card: %i %s',
    async (status, code, title, words) => {
      const { calls } = await ordered({ [CONSENT_CALL]: refused(status, code) });
      await says(title);
      expect(screen.getByText(/Nothing was charged\. Please/)).toBeVisible();
      expect(screen.queryByText('The payment did not go through.')).toBeNull();
      expect(toasts.snapshot()?.description).toBe(words);
      expect(calls).toEqual([CONSENT_CALL]);
    },
  );
});

describe('a payment that cannot be prepared', () => {
  it('says that it was already made', async () => {
    const { calls } = opened({ [OPEN]: refused(409, 'already_paid') });
    await says('This is already paid.');
    expect(calls).toEqual([READ, OPEN, READ]);
    expect(toasts.snapshot()).toBeUndefined();
  });
  it('closes the dialog if nothing is due', async () => {
    const { onOpenChange } = opened({ [OPEN]: refused(409, 'nothing_due') });
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    expect(toasts.snapshot()).toMatchObject({ title: 'Nothing is due any more.' });
  });
});

describe("a provider's answer that was lost (rule:lost-answer-is-looked-for)", () => {
  it('leads to a check, does not ask to pay meanwhile, and shows the payment', async () => {
    opened();
    await enterCard();
    server({ [PAY]: 'no answer', [CONFIRM]: [200, PAID] });
    const release = holdAnswers(CONFIRM);
    fireEvent.click(payButton());
    await says('We are checking.');
    expect(screen.getByText(/do not pay again/)).toBeVisible();
    noPayButton();
    release();
    await says('The payment has arrived.');
    expect(toasts.snapshot()).toBeUndefined();
  });

  it.each<FakeAnswer>(['no answer', [504], refused(503, 'unavailable')])(
    'brings the form back if nothing was paid, and says that nothing was charged: %j',
    async (answer) => {
      const notPaid = { ...PAID, amountDue: 199, paymentStatus: 'pending' };
      const { calls } = await ordered({ [PAY]: answer, [CONFIRM]: [200, notPaid] });
      await says('Nothing was charged.');
      expect(screen.getByText(/The payment did not arrive/)).toBeVisible();
      expect(screen.queryByText('The payment did not go through.')).toBeNull();
      expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
      await waitFor(() => expect(payButton()).toBeEnabled());
      expect(calls).toEqual([CONSENT_CALL, PAY, CONFIRM]);
      expect(onPending.mock.calls).toEqual([[false]]);
    },
  );

  it('can be checked again after a failed check', async () => {
    await ordered({ [PAY]: 'no answer', [CONFIRM]: refused(502, 'payment_provider_failed') });
    await says('We could not look yet.');
    noPayButton();
    server({ [CONFIRM]: [200, PAID] });
    fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
    await says('The payment has arrived.');
  });

  it("leads to a check after the bank's question too", async () => {
    await ordered({ [PAY]: [200, { status: 'requires_action' }] });
    const confirm = await screen.findByRole('button', { name: 'Confirm payment' });
    server({ [PAY]: 'no answer', [CONFIRM]: [200, PAID] });
    fireEvent.click(confirm);
    await says('The payment has arrived.');
  });

  it('leads to another intent if the old one is gone', async () => {
    await ordered({ [PAY]: 'no answer', [CONFIRM]: refused(404, 'payment_unknown'), [OPEN]: next(199) });
    await says('The payment has been prepared anew.');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  it.each<[string, FakeAnswer]>([
    ['cannot be paid', refused(404, 'payment_unknown')],
    ['was cancelled', [200, { status: 'canceled' }]],
  ])('leads to another intent, which can be paid, if the old one %s at the provider', async (_, answer) => {
    await ordered({ [PAY]: answer, [OPEN]: next(199) });
    await says('The payment has been prepared anew.');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    server({ [PAY]: SUCCEEDED, [CONFIRM]: [200, PAID] });
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(payButton());
    await says('The payment has arrived.');
  });

  it('closes the dialog if the agreement is gone', async () => {
    const { onOpenChange } = await ordered({ [PAY]: 'no answer', [CONFIRM]: refused(410, 'nda_discarded') });
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    expect(toasts.snapshot()).toMatchObject({ description: 'It is nda_discarded.' });
  });
});
