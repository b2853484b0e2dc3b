import { CONSENT } from '@siegel/contracts/agreement/consent';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { loadStripe } from '@stripe/stripe-js/pure';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toasts } from '../../components/toast-store.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { PaymentDialog } from './payment-dialog.js';
import { FakeStripe } from './testing/fake-stripe.js';
import {
  type Answers,
  CONFIRM,
  enterCard,
  INTENT,
  OPEN,
  PAID,
  PAY,
  pageWithDialog,
  payButton,
  server,
  statusBehind,
  SUCCEEDED,
} from './testing/paying.js';

jest.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: Object.assign(jest.fn(), { setLoadParameters: jest.fn() }),
}));

const WORDS = {
  en: 'The payment arrived but is no longer needed. You will get it back.',
  de: 'Die Zahlung kam an, wird aber nicht mehr gebraucht. Sie erhalten sie zurück.',
};
const OTHER_WORDS =
  /failed|did not|could not|still being confirmed|has arrived|already paid|Nothing was charged\. Please/;
const due = { party1MoneyBack: 'due', party1PaymentIntentId: 'pi_1' } as const;
const byVoucher = { ...PAID, ...due, party1PaymentStatus: 'succeeded', party1PaymentAmount: 0 };
const byOtherCard = { ...byVoucher, party1PaymentIntentId: 'pi_0', party1PaymentAmount: 199 };
const wrongAmount = { ...sampleNda, ...due, party1PaymentStatus: 'none', paymentStatus: 'none' };

const onPending = jest.fn();

/** Pays by card. The provider charges the card, and the server answers with this NDA. */
async function charged(nda: object, answers: Answers = {}) {
  const { onOpenChange } = pageWithDialog({ [PAY]: SUCCEEDED, [CONFIRM]: [200, nda], ...answers }, onPending);
  await enterCard();
  jest.useFakeTimers({ advanceTimers: true });
  await act(async () => void fireEvent.click(payButton()));
  return onOpenChange;
}

async function expectSaid(): Promise<void> {
  expect(await screen.findByText(WORDS.en)).toBeVisible();
  expect(screen.getByRole('dialog')).not.toHaveTextContent(OTHER_WORDS);
  expect(toasts.snapshot()).toBeUndefined();
  expect(onPending).not.toHaveBeenCalledWith(true);
}

beforeAll(() => startTexts('en', ['payment']));
beforeEach(() => {
  toasts.clear();
  onPending.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
  window.history.replaceState(null, '', '/');
});

describe('a charged card whose money goes back (rule:charged-is-never-failed)', () => {
  it.each([
    ['a voucher paid before', byVoucher],
    ['another card paid before', byOtherCard],
    ['the amount was wrong', wrongAmount],
    ['the money went back already', { ...byVoucher, party1MoneyBack: 'refunded' }],
  ])('is said word for word if %s, until the user closes the dialog', async (_, nda) => {
    const onOpenChange = await charged(nda);
    await expectSaid();
    act(() => jest.advanceTimersByTime(60_000));
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(statusBehind()).toBe(sampleNda.paymentStatus);
    const close = screen.getAllByRole('button', { name: 'Close' }).at(-1);
    expect(close).toHaveFocus();
    await act(async () => close?.click());
    expect(onOpenChange).toHaveBeenCalledWith(false);
    await waitFor(() => expect(statusBehind()).toBe(nda.paymentStatus));
  });

  it.each([
    ['this card counted, and another card is due back', { ...PAID, ...due, party1PaymentAmount: 199 }],
    ['nothing is due back', { ...PAID, party1PaymentIntentId: 'pi_0', party1PaymentAmount: 199 }],
  ])('is not said if %s', async (_, nda) => {
    await charged({ ...nda, party1PaymentStatus: 'succeeded' });
    expect(await screen.findByText('The payment has arrived.')).toBeVisible();
    expect(screen.queryByText(WORDS.en)).toBeNull();
  });

  it('is not said while the payment is still being processed', async () => {
    await charged({ ...sampleNda, ...due, party1PaymentStatus: 'pending', paymentStatus: 'pending' });
    expect(await screen.findByText('The payment is still being confirmed.')).toBeVisible();
  });

  it('is said after a lost answer too', async () => {
    await charged(wrongAmount, { [PAY]: 'no answer' });
    await expectSaid();
  });

  it.each(['succeeded', 'failed'])('is said to a user who returns from the bank with %s', async (status) => {
    window.history.replaceState(null, '', `/?payment_intent=pi_1&redirect_status=${status}`);
    pageWithDialog({ [CONFIRM]: [200, wrongAmount] }, onPending);
    await expectSaid();
  });

  it("is said if the provider's own form charged the card", async () => {
    const stripe = new FakeStripe();
    jest.mocked(loadStripe).mockImplementation(async () => stripe as never);
    Object.assign(window, { matchMedia: () => new EventTarget() });
    const intent = { ...INTENT, provider: 'stripe', publishableKey: 'pk_test_1' };
    pageWithDialog({ [OPEN]: [200, intent], [CONFIRM]: [200, wrongAmount] }, onPending);
    await waitFor(() => expect(stripe.listeners.has('ready')).toBe(true));
    act(() => stripe.say('ready'));
    fireEvent.click(screen.getByRole('checkbox'));
    await act(async () => void fireEvent.click(payButton()));
    await expectSaid();
  });

  it('is said in German too', async () => {
    await startTexts('de', ['payment']);
    try {
      server({ [PAY]: SUCCEEDED, [CONFIRM]: [200, byVoucher] });
      renderWithProviders(
        <PaymentDialog nda={sampleNda} open onOpenChange={() => {}} onPending={onPending} />,
      );
      for (const [label, value] of [
        ['Kartennummer', '4242424242424242'],
        ['Gültig bis', '1299'],
        ['Prüfnummer (CVC)', '123'],
      ] as const)
        fireEvent.change(await screen.findByLabelText(label), { target: { value } });
      fireEvent.click(screen.getByRole('checkbox'));
      fireEvent.click(screen.getByRole('button', { name: CONSENT.de.pay }));
      expect(await screen.findByText(WORDS.de)).toBeVisible();
    } finally {
      await startTexts('en', ['payment']);
    }
  });
});
