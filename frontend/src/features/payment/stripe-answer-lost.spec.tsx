import { loadStripe } from '@stripe/stripe-js/pure';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toasts } from '../../components/toast-store.js';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import { FakeStripe } from './testing/fake-stripe.js';
import {
  CONFIRM,
  CONSENT_CALL,
  INTENT,
  noPayButton,
  OPEN,
  PAID,
  pageWithDialog,
  payButton,
  READ,
} from './testing/paying.js';

jest.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: Object.assign(jest.fn(), { setLoadParameters: jest.fn() }),
}));

const NOT_SEEN: FakeAnswer = [200, { ...PAID, amountDue: 199, paymentStatus: 'pending' }];
const LOST = { error: { type: 'api_connection_error' } };
const withStatus = (status: string) => ({ paymentIntent: { status } });
const onPending = jest.fn();
const says = async (text: string) => expect(await screen.findByText(text)).toBeVisible();
let stripe: FakeStripe;

/**
 * Orders with a card at the provider.
 * @param confirm the server's response when the page asks whether the server has seen the payment
 */
async function ordered(confirm: FakeAnswer) {
  const intent = { ...INTENT, provider: 'stripe', publishableKey: 'pk_test_1' };
  const { calls } = pageWithDialog({ [OPEN]: [200, intent], [CONFIRM]: confirm }, onPending);
  await waitFor(() => expect(stripe.listeners.has('ready')).toBe(true));
  act(() => stripe.say('ready'));
  fireEvent.click(screen.getByRole('checkbox'));
  await act(async () => void fireEvent.click(payButton()));
  return calls;
}

beforeAll(() => startTexts('en', ['payment']));
beforeEach(() => {
  toasts.clear();
  onPending.mockClear();
  stripe = new FakeStripe();
  jest.mocked(loadStripe).mockImplementation(async () => stripe as never);
  Object.assign(window, { matchMedia: () => new EventTarget() });
});

describe('a lost answer, after which the check at the provider fails too', () => {
  beforeEach(() => stripe.confirmPayment.mockResolvedValueOnce(LOST));

  it.each<[string, FakeAnswer]>([
    ['has not seen it', NOT_SEEN],
    ['cannot be asked', 'no answer'],
  ])(
    'leads to another check if the server %s, and to a new payment if nothing was taken',
    async (_, answer) => {
      stripe.retrievePaymentIntent
        .mockResolvedValueOnce(LOST)
        .mockResolvedValueOnce(withStatus('requires_payment_method'));
      const calls = await ordered(answer);
      await says('The payment did not go through.');
      expect(toasts.snapshot()?.description).toBe('Payment failed: please try again.');
      expect(calls).toEqual([READ, OPEN, CONSENT_CALL, CONFIRM]);
      expect(onPending.mock.calls).toEqual([[false]]);
      fireEvent.click(payButton());
      await waitFor(() => expect(stripe.confirmPayment).toHaveBeenCalledTimes(2));
    },
  );

  it('does not let the user pay again while the result is unknown', async () => {
    await ordered(NOT_SEEN);
    await says('The payment is still being confirmed.');
    await says('This takes a moment. Please do not pay again now.');
    noPayButton();
    expect(stripe.retrievePaymentIntent).toHaveBeenCalledTimes(2);
    expect(onPending.mock.calls).toEqual([[false], [true]]);
  });
});

it('counts a card as declined if the provider only seemed to process it', async () => {
  stripe.confirmPayment.mockResolvedValueOnce(withStatus('processing'));
  stripe.retrievePaymentIntent.mockResolvedValueOnce(withStatus('requires_payment_method'));
  await ordered(NOT_SEEN);
  await says('The payment did not go through.');
  expect(onPending.mock.calls).toEqual([[false]]);
});

it('takes no second payment while the provider is processing the first', async () => {
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { type: 'invalid_request_error', payment_intent: { status: 'processing' } },
  });
  stripe.retrievePaymentIntent.mockResolvedValueOnce(withStatus('processing'));
  await ordered(NOT_SEEN);
  await says('The payment is still being confirmed.');
  noPayButton();
  expect(stripe.confirmPayment).toHaveBeenCalledTimes(1);
  expect(onPending.mock.calls).toEqual([[false], [true]]);
});
