import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { loadStripe } from '@stripe/stripe-js/pure';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { PaymentDialog } from './payment-dialog.js';
import { FakeStripe } from './testing/fake-stripe.js';
import { SILENT_MS } from './use-provider.js';

jest.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: Object.assign(jest.fn(), { setLoadParameters: jest.fn() }),
}));

const ADDRESS = `/api/ndas/${sampleNda.id}`;
const OPEN = `POST ${ADDRESS}/create-payment-intent`;
const CONSENT_CALL = `POST ${ADDRESS}/payment-consent`;
const CONFIRM = `POST ${ADDRESS}/confirm-payment`;
const INTENT: PaymentIntentView = {
  orderNumber: 'S-E3HMZMPINC',
  clientSecret: 'pi_1_secret_x',
  paymentIntentId: 'pi_1',
  amount: 199,
  currency: 'EUR',
  provider: 'stripe',
  publishableKey: 'pk_test_1',
};
const PAID = { ...sampleNda, amountDue: 0, paymentStatus: 'succeeded' };
const ARRIVED = 'The payment has arrived.';
const PENDING = 'The payment is still being confirmed.';
const DID_NOT_GO = 'The payment did not go through.';
const onPending = jest.fn();
const onOpenChange = jest.fn();
const scheme = new EventTarget();
let stripe: FakeStripe;

const server = (answers: Readonly<Record<string, FakeAnswer>> = {}) =>
  fakeServer({
    [OPEN]: [200, INTENT],
    [CONSENT_CALL]: [204],
    [CONFIRM]: [200, PAID],
    'POST /api/analytics/funnel-event': [204],
    ...answers,
  });

function opened(answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const calls = server(answers);
  renderWithProviders(
    <PaymentDialog nda={sampleNda} open onOpenChange={onOpenChange} onPending={onPending} />,
  );
  return calls;
}

const payButton = () => screen.getByRole('button', { name: CONSENT.en.pay });
/**
 * Waits until the form listens for the `ready` event, then emits it. The fake treats the fields as filled in.
 */
async function ready(): Promise<void> {
  await waitFor(() => expect(stripe.listeners.has('ready')).toBe(true));
  act(() => stripe.say('ready'));
}
async function ordered(): Promise<void> {
  await ready();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(payButton());
}

beforeAll(() => startTexts('en', ['payment']));
beforeEach(() => {
  toasts.clear();
  jest.clearAllMocks();
  sessionStorage.clear();
  window.history.replaceState(null, '', `/nda/${sampleNda.id}`);
  stripe = new FakeStripe();
  jest.mocked(loadStripe).mockImplementation(async () => stripe as never);
  Object.assign(window, { matchMedia: () => scheme });
});
afterEach(() => jest.useRealTimers());

it('loads only the fields of a card, in the language and colours of the page', async () => {
  document.documentElement.style.setProperty('--ink', '#151b2e');
  opened();
  await ready();
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1');
  const [group, card] = stripe.made;
  expect(group).toMatchObject({
    mode: 'payment',
    amount: 199,
    currency: 'eur',
    allowedPaymentMethodTypes: ['card'],
    locale: 'en',
    appearance: { theme: 'stripe', variables: { colorText: '#151b2e' } },
  });
  expect(card).toMatchObject({
    kind: 'payment',
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    terms: { card: 'never' },
  });
  expect(payButton()).toBeVisible();
});

it('follows the colour scheme', async () => {
  opened();
  await ready();
  document.documentElement.style.setProperty('--ink', '#ece7dc');
  act(() => void scheme.dispatchEvent(new Event('change')));
  expect(stripe.update).toHaveBeenLastCalledWith({
    appearance: expect.objectContaining({ variables: expect.objectContaining({ colorText: '#ece7dc' }) }),
  });
});

it('shows an outline of the fields until they are ready, and no button meanwhile', async () => {
  opened();
  await screen.findByText('The fields for your card are loading.');
  expect(screen.queryByRole('button', { name: CONSENT.en.pay })).not.toBeInTheDocument();
  await ready();
  expect(screen.queryByText('The fields for your card are loading.')).not.toBeInTheDocument();
});

it('puts the focus on the card if the user has not moved it elsewhere', async () => {
  opened();
  await ready();
  expect(stripe.focus).toHaveBeenCalled();
});

const FIELDS_FAILED = 'The fields for your card could not be loaded.';

it('if the script cannot be loaded, offers to load it again or to use a voucher', async () => {
  jest.mocked(loadStripe).mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
  opened();
  expect(await screen.findByText(FIELDS_FAILED)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await ready();
  expect(payButton()).toBeVisible();
  expect(loadStripe).toHaveBeenCalledTimes(2);
});

it('leads to the voucher if the script cannot be loaded', async () => {
  jest.mocked(loadStripe).mockRejectedValue(new Error('Failed to load Stripe.js'));
  opened();
  await screen.findByText(FIELDS_FAILED);
  await userEvent.click(screen.getByRole('button', { name: 'Redeem voucher' }));
  expect(screen.getByLabelText('Voucher code')).toBeVisible();
});

it('reports ten seconds of silence, and still accepts late fields', async () => {
  jest.useFakeTimers();
  let arrive: (one: FakeStripe) => void = () => undefined;
  jest.mocked(loadStripe).mockImplementation(() => new Promise((resolve) => (arrive = resolve as never)));
  opened();
  await act(() => jest.advanceTimersByTimeAsync(SILENT_MS - 100));
  expect(screen.queryByText(FIELDS_FAILED)).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByText(FIELDS_FAILED)).toBeVisible();
  await act(async () => arrive(stripe));
  act(() => stripe.say('ready'));
  expect(screen.queryByText(FIELDS_FAILED)).not.toBeInTheDocument();
  expect(payButton()).toBeVisible();
});

it('says if the fields themselves cannot be loaded', async () => {
  opened();
  await waitFor(() => expect(stripe.listeners.has('loaderror')).toBe(true));
  act(() => stripe.say('loaderror'));
  expect(screen.getByText(FIELDS_FAILED)).toBeVisible();
});

it('orders nothing with an incomplete card, and leaves the error to the fields', async () => {
  const calls = opened();
  stripe.submit.mockResolvedValue({ error: { type: 'validation_error', message: 'incomplete' } });
  await ordered();
  expect(calls).not.toContain(CONSENT_CALL);
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  expect(toasts.snapshot()).toBeUndefined();
  expect(screen.queryByText(DID_NOT_GO)).not.toBeInTheDocument();
});

it('orders nothing without consent, and moves the focus to the consent', async () => {
  const calls = opened();
  await ready();
  await userEvent.click(payButton());
  expect(screen.getByRole('checkbox')).toHaveFocus();
  expect(calls).not.toContain(CONSENT_CALL);
});

it('records the order, stores the way back, then lets the provider take the money', async () => {
  const calls = opened();
  let kept: string | null = null;
  stripe.confirmPayment.mockImplementation(async () => {
    kept = sessionStorage.getItem('payment-return');
    expect(calls).toContain(CONSENT_CALL);
    return { paymentIntent: { status: 'succeeded' } };
  });
  await ordered();
  expect(await screen.findByText(ARRIVED)).toBeVisible();
  expect(kept).toBe(`/nda/${sampleNda.id}?lang=en`);
  expect(sessionStorage.getItem('payment-return')).toBeNull();
  expect(stripe.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
    clientSecret: 'pi_1_secret_x',
    redirect: 'if_required',
    confirmParams: { return_url: window.location.origin },
  });
});

it('releases the focus while the bank may ask, keeps the page inert, and takes the focus back', async () => {
  opened();
  let answer: (result: object) => void = () => undefined;
  stripe.confirmPayment.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await ordered();
  expect(await screen.findByText(/^If your bank asks you to confirm/)).toBeVisible();
  expect(document.querySelector('body > [inert]')).not.toBeNull();
  const bank = document.body.appendChild(document.createElement('input'));
  act(() => bank.focus());
  expect(bank).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
  bank.remove();
  await act(async () => answer({ error: { type: 'card_error', message: 'Authentication failed.' } }));
  expect(await screen.findByText(DID_NOT_GO)).toBeVisible();
  expect(payButton()).toHaveFocus();
  const other = document.body.appendChild(document.createElement('input'));
  act(() => other.focus());
  expect(payButton()).toHaveFocus();
  other.remove();
});

it("says in the provider's words why a card was declined, and accepts another card", async () => {
  opened();
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
  await ordered();
  expect(await screen.findByText(DID_NOT_GO)).toBeVisible();
  expect(toasts.snapshot()).toMatchObject({ title: 'Error', description: 'Your card was declined.' });
  await userEvent.click(payButton());
  expect(await screen.findByText(ARRIVED)).toBeVisible();
});

it('shows an unexpected status', async () => {
  opened();
  stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'requires_capture' } });
  await ordered();
  expect(await screen.findByText(DID_NOT_GO)).toBeVisible();
  expect(toasts.snapshot()?.description).toBe('Payment status: requires_capture');
});

it('requests another payment if this one was cancelled at the provider', async () => {
  const calls = opened();
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { type: 'invalid_request_error', payment_intent: { status: 'canceled' } },
  });
  await ordered();
  expect(await screen.findByText('The payment has been prepared anew.')).toBeVisible();
  expect(toasts.snapshot()?.description).toBe('Payment status: canceled');
  expect(calls.filter((call) => call === OPEN)).toHaveLength(2);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(payButton());
  expect(await screen.findByText(ARRIVED)).toBeVisible();
});

it.each([
  ['pk_test_1', true],
  ['pk_live_1', false],
])('with the key %s says that nothing is charged: %s', async (publishableKey, isSaid) => {
  opened({ [OPEN]: [200, { ...INTENT, publishableKey }] });
  await ready();
  expect(screen.queryByText('Test mode. Nothing is charged.') !== null).toBe(isSaid);
});

it('does not ask for another payment while the first one is being processed', async () => {
  opened({ [CONFIRM]: [200, { ...sampleNda, party1PaymentStatus: 'pending' }] });
  stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'processing' } });
  await ordered();
  expect(await screen.findByText(PENDING)).toBeVisible();
  expect(onPending.mock.calls).toEqual([[false], [true]]);
  expect(screen.queryByRole('button', { name: CONSENT.en.pay })).not.toBeInTheDocument();
});

const LOST = { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } };

it('checks after a lost answer, and does not ask for another payment', async () => {
  opened();
  stripe.confirmPayment.mockResolvedValueOnce(LOST);
  let found: (result: object) => void = () => undefined;
  stripe.retrievePaymentIntent.mockImplementation(() => new Promise((resolve) => (found = resolve)));
  await ordered();
  expect(await screen.findByText('We are checking.')).toBeVisible();
  expect(screen.queryByRole('button', { name: CONSENT.en.pay })).not.toBeInTheDocument();
  await act(async () => found(LOST));
  expect(await screen.findByText(ARRIVED)).toBeVisible();
  expect(toasts.snapshot()).toBeUndefined();
});

it('if provider and server cannot be asked, leaves it to the server to find the payment', async () => {
  opened({ [CONFIRM]: 'no answer' });
  stripe.confirmPayment.mockRejectedValueOnce(new TypeError('failed to fetch'));
  await ordered();
  expect(await screen.findByText(PENDING)).toBeVisible();
  expect(toasts.snapshot()).toBeUndefined();
});

it('lets the user try again once the provider says that nothing was taken', async () => {
  const calls = opened();
  stripe.confirmPayment.mockResolvedValueOnce(undefined);
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status: 'requires_payment_method' } });
  await ordered();
  expect(await screen.findByText(DID_NOT_GO)).toBeVisible();
  expect(toasts.snapshot()?.description).toBe('Payment failed: please try again.');
  expect(calls).not.toContain(CONFIRM);
});

it('accepts that the payment was already made earlier', async () => {
  opened();
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } },
  });
  await ordered();
  expect(await screen.findByText(ARRIVED)).toBeVisible();
});

it('keeps the fields if another amount is owed meanwhile, and names the change', async () => {
  const changed: FakeAnswer = [409, { code: 'payment_changed', message: 'The amount has changed.' }];
  opened({ [CONSENT_CALL]: changed });
  await ready();
  server({
    [CONSENT_CALL]: changed,
    [OPEN]: [200, { ...INTENT, clientSecret: 'pi_2_secret_y', amount: 398 }],
  });
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(payButton());
  expect(await screen.findByText('Please check it and order again.')).toBeVisible();
  expect(stripe.update).toHaveBeenCalledWith({ amount: 398 });
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  expect(stripe.made).toHaveLength(2);
});

it('keeps the fields while the voucher tab is shown', async () => {
  opened();
  await ready();
  await userEvent.click(screen.getByRole('tab', { name: 'Voucher' }));
  expect(screen.queryByRole('button', { name: CONSENT.en.pay })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Card' }));
  expect(payButton()).toBeVisible();
  expect(stripe.made).toHaveLength(2);
});

it('closes with Escape from within the fields', async () => {
  opened();
  await ready();
  act(() => stripe.say('escape'));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

describe('a user who returns from the bank', () => {
  const back = (rest = '') =>
    window.history.replaceState(null, '', `/nda/${sampleNda.id}?payment_intent=pi_9&lang=en${rest}`);

  it('sees that the payment was made, and the address no longer names the payment', async () => {
    back();
    const calls = opened();
    expect(screen.getByText('We are checking.')).toBeVisible();
    expect(await screen.findByText(ARRIVED)).toBeVisible();
    expect(window.location.search).toBe('?lang=en');
    expect(calls).toContain(CONFIRM);
    expect(calls).not.toContain(OPEN);
    const [, sent] = jest.mocked(globalThis.fetch).mock.calls[0] as unknown as [string, { body: string }];
    expect(JSON.parse(sent.body)).toEqual({ paymentIntentId: 'pi_9' });
  });

  it.each<[string, FakeAnswer]>([
    ['has not seen it yet', [200, sampleNda]],
    ['cannot be asked', 'no answer'],
  ])('sees that the payment is being confirmed if the server %s', async (_, answer) => {
    back();
    opened({ [CONFIRM]: answer });
    expect(await screen.findByText(PENDING)).toBeVisible();
    expect(onPending.mock.calls).toEqual([[true]]);
  });

  it('may pay again if the provider and the server say that nothing was taken', async () => {
    back('&redirect_status=failed');
    opened({ [CONFIRM]: [200, sampleNda] });
    expect(await screen.findByText(DID_NOT_GO)).toBeVisible();
    expect(window.location.search).toBe('?lang=en');
    await ready();
    fireEvent.click(screen.getByRole('checkbox'));
    expect(payButton()).toBeVisible();
  });
});
