import { CONSENT } from '@siegel/contracts/agreement/consent';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { enterCard, holdAnswers } from '../payment/testing/paying.js';
import SigningPage from './signing-page.js';
import {
  GET,
  LINK,
  TOKEN,
  button,
  ended,
  freshBrowser,
  heading,
  open,
  paid,
  primaryButtons,
  refusal,
  server,
  split,
} from './testing/open-link.js';

/**
 * jsdom has no canvas, so drawing is tested in the browser. These tests use the typed name itself instead of
 * a picture of the name.
 */
jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('../signing/use-typed-picture.js', () => jest.requireActual('../signing/testing/typed-at-once.js'));

beforeAll(() => startTexts('en', ['signing-page', 'remote', 'signing', 'payment']));
beforeEach(freshBrowser);
afterEach(() => jest.useRealTimers());

describe('if each party pays its own share, the page', () => {
  it('shows the amount from the start, and leads to paying instead of signing', async () => {
    open({ [GET]: [200, split] });
    await heading();
    expect(screen.getByText('Your share').nextSibling).toHaveTextContent('€1.99');
    expect(screen.getByText(/You pay your share after reading and before signing/)).toBeVisible();
    expect(button('Continue to payment').parentElement).toHaveTextContent('€1.99');
    expect(screen.queryByRole('button', { name: 'Proceed to sign' })).toBeNull();
    expect(primaryButtons()).toHaveLength(1);
  });

  const vat = (rate: number | 'none' | null) => {
    server({ [GET]: [200, split] });
    renderWithProviders(<SigningPage token={TOKEN} damaged={false} />, '/', { vatRate: rate });
  };
  it.each([
    [19, true],
    ['none', false],
    [null, false],
  ] as const)('names the VAT only if the operator does: %s', async (rate, named) => {
    vat(rate);
    await heading();
    expect(screen.queryByText('incl. 19% VAT') !== null).toBe(named);
  });

  it('says when the share was paid, and leads to signing', async () => {
    open({ [GET]: [200, paid] });
    await heading();
    expect(screen.getByText(/^paid on 13\sNovember\s2026$/)).toBeVisible();
    expect(button('Proceed to sign')).toBeEnabled();
  });

  it('lets the user pay although an earlier payment was begun and never completed', async () => {
    const begun = { ...split, payment: { status: 'pending', amount: 199, paidAt: null } };
    open({ [GET]: [200, begun] });
    await heading();
    expect(screen.getByText('payment begun, not confirmed yet')).toBeVisible();
    expect(button('Continue to payment')).toBeEnabled();
  });

  it('opens the pad without a further step once a voucher has paid', async () => {
    open({
      [GET]: [200, split],
      [`POST ${LINK}/create-payment-intent`]: refusal(502, 'payment_provider_failed'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    expect(await screen.findByText('Pay your share')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Voucher' }));
    await userEvent.type(screen.getByLabelText('Voucher code'), 'NDA-7QKM-2XHT');
    server({
      [GET]: [200, paid],
      [`POST ${LINK}/apply-voucher`]: [200, { amountDue: 0, paymentStatus: 'succeeded' }],
    });
    await userEvent.click(button('Redeem voucher'));
    expect(await screen.findByText('You can sign now.')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: /You sign now/ })).toHaveFocus();
  });

  const INTENT = {
    orderNumber: 'S-XCGK2UDTOP',
    clientSecret: 'x',
    paymentIntentId: 'pi',
    amount: 199,
    currency: 'EUR',
    provider: 'sandbox',
    publishableKey: 'p',
  };
  const PREPARE = `POST ${LINK}/create-payment-intent`;
  const CONSENT_CALL = `POST ${LINK}/payment-consent`;

  /** Opens the dialog, and enters complete card data and the consent. */
  async function cardEntered(answers: Readonly<Record<string, FakeAnswer>> = {}): Promise<void> {
    open({
      [GET]: [200, split],
      [PREPARE]: [200, INTENT],
      [CONSENT_CALL]: [204],
      'POST /api/sandbox/payments/x/confirm': [200, { status: 'succeeded' }],
      [`POST ${LINK}/confirm-payment`]: [200, { amountDue: 199, paymentStatus: 'pending' }],
      ...answers,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    for (const [label, text] of [
      ['Card number', '4242424242424242'],
      ['Expiry date', '1299'],
      ['Security code (CVC)', '123'],
    ] as const) {
      await userEvent.click(await screen.findByLabelText(label));
      await userEvent.paste(text);
    }
    await userEvent.click(screen.getByRole('checkbox'));
  }

  /** Pays by card. The provider takes the money, but the server may not have seen the payment. */
  async function payByCard(answers: Readonly<Record<string, FakeAnswer>> = {}): Promise<void> {
    await cardEntered(answers);
    jest.useFakeTimers({ advanceTimers: true });
    await act(async () => button(CONSENT.en.pay).click());
    expect(await screen.findByText('The payment is still being confirmed.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
  }

  it('if a payment has failed although the provider took it, opens a new dialog to pay again', async () => {
    await payByCard();
    const pending = { ...split, payment: { status: 'pending', amount: 199, paidAt: null } };
    server({ [GET]: [200, pending] });
    await act(() => jest.advanceTimersByTimeAsync(2_500));
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
    server({ [GET]: [200, split] });
    await act(() => jest.advanceTimersByTimeAsync(2_500));
    await act(async () => button('Continue to payment').click());
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.queryByText('The payment is still being confirmed.')).toBeNull();
  });

  it('waits until a payment that the provider took is confirmed, and says if that takes long', async () => {
    await payByCard();
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
    expect(screen.getAllByText('being confirmed')[0]).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(screen.getByText(/^This is taking longer than usual\./)).toBeVisible();
    server({ [GET]: [200, paid] });
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(await heading()).toHaveTextContent('You sign now');
  });

  it('offers to pay again while the payment stays unconfirmed, and then waits again', async () => {
    const begun = { ...split, payment: { status: 'pending', amount: 199, paidAt: null } };
    await payByCard({ [GET]: [200, begun] });
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(screen.getByText(/Before you pay again, we check\.$/)).toBeVisible();
    expect(button('Continue to payment').parentElement).toHaveTextContent('€1.99');
    await act(async () => button('Continue to payment').click());
    await enterCard();
    const release = holdAnswers('POST /api/sandbox/payments/x/confirm');
    await act(async () => button(CONSENT.en.pay).click());
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.queryByText(/^This is taking longer than usual/)).toBeNull();
    release();
    expect(await screen.findByText('The payment is still being confirmed.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText(/^This is taking longer than usual/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  });

  it('records the order through the link, before the provider is asked', async () => {
    await cardEntered({ 'POST /api/sandbox/payments/x/confirm': refusal(402, 'card_declined') });
    await act(async () => button(CONSENT.en.pay).click());
    expect(await screen.findByText('The payment did not go through.')).toBeVisible();
    const sent = jest
      .mocked(globalThis.fetch)
      .mock.calls.map(([path, init]) => [path as string, init?.body as string] as const)
      .filter(([path]) => /consent|sandbox/.test(path))
      .map(([path, body]) => [path, JSON.parse(body)]);
    expect(sent).toEqual([
      [
        `${LINK}/payment-consent`,
        { paymentIntentId: 'pi', wording: 'v1', language: 'en', earlyPerformance: true },
      ],
      [
        '/api/sandbox/payments/x/confirm',
        { cardNumber: '4242 4242 4242 4242', expiry: '12 / 99', cvc: '123' },
      ],
    ]);
  });

  it.each([
    ['the invitation was cancelled', 0, 'link_cancelled'],
    ['the invitation expired', 199, 'link_expired'],
  ] as const)(
    'says that a charged card is no longer needed if %s, and shows the end of the link afterwards',
    async (_, amountDue, code) => {
      toasts.clear();
      await cardEntered({ [`POST ${LINK}/confirm-payment`]: [200, { amountDue, paymentStatus: 'none' }] });
      await act(async () => button(CONSENT.en.pay).click());
      const words = 'The payment arrived but is no longer needed. You will get it back.';
      expect(await screen.findByText(words)).toBeVisible();
      expect(toasts.snapshot()).toBeUndefined();
      server({ [GET]: ended(code) });
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await screen.findByRole('alert')).toBeVisible();
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  /** Makes the page read the link again, as when the user comes back to the tab. */
  async function rereadLink(calls: readonly string[]): Promise<void> {
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(calls).toContain(GET));
  }

  it('keeps the dialog while money moves and until its end is read, even if the link ends meanwhile', async () => {
    await cardEntered({ [`POST ${LINK}/confirm-payment`]: [200, { amountDue: 0, paymentStatus: 'none' }] });
    const calls = server({
      [GET]: ended('link_cancelled'),
      [CONSENT_CALL]: [204],
      'POST /api/sandbox/payments/x/confirm': [200, { status: 'succeeded' }],
      [`POST ${LINK}/confirm-payment`]: [200, { amountDue: 0, paymentStatus: 'none' }],
    });
    const release = holdAnswers(`POST ${LINK}/confirm-payment`);
    await act(async () => button(CONSENT.en.pay).click());
    await waitFor(() => expect(calls).toContain('POST /api/sandbox/payments/x/confirm'));
    await rereadLink(calls);
    expect(await screen.findByText('This link is no longer valid.')).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeVisible();
    await act(async () => release());
    const words = 'The payment arrived but is no longer needed. You will get it back.';
    expect(await screen.findByText(words)).toBeVisible();
    await act(async () => screen.getAllByRole('button', { name: 'Close' }).at(-1)?.click());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  });

  it('closes a dialog in which nothing was ordered when the link ends', async () => {
    await cardEntered();
    await rereadLink(server({ [GET]: ended('link_cancelled') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers to sign if a voucher paid before the charged card', async () => {
    await cardEntered({ [`POST ${LINK}/confirm-payment`]: [200, { amountDue: 0, paymentStatus: 'none' }] });
    await act(async () => button(CONSENT.en.pay).click());
    await screen.findByText('The payment arrived but is no longer needed. You will get it back.');
    server({ [GET]: [200, paid] });
    await act(async () => screen.getAllByRole('button', { name: 'Close' }).at(-1)?.click());
    expect(await screen.findByRole('button', { name: 'Proceed to sign' })).toBeEnabled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('requires a new order if the intent can no longer be paid', async () => {
    await cardEntered();
    const calls = server({
      [GET]: [200, split],
      [PREPARE]: [200, { ...INTENT, paymentIntentId: 'pi_2' }],
      [CONSENT_CALL]: refusal(409, 'payment_changed'),
    });
    await act(async () => button(CONSENT.en.pay).click());
    expect(await screen.findByText('The payment has been prepared anew.')).toBeVisible();
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([CONSENT_CALL, PREPARE]);
  });

  it('leads to signing if the share was meanwhile paid elsewhere', async () => {
    await cardEntered();
    server({ [GET]: [200, paid], [CONSENT_CALL]: refusal(409, 'already_paid') });
    await act(async () => button(CONSENT.en.pay).click());
    expect(await screen.findByText('This is already paid.')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: /You sign now/ })).toBeVisible();
  });

  it('ends the payment when the link ends', async () => {
    await cardEntered();
    server({ [GET]: ended('link_cancelled'), [CONSENT_CALL]: ended('link_cancelled') });
    await act(async () => button(CONSENT.en.pay).click());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts.snapshot()).toMatchObject({ title: 'Paying is no longer possible here.' });
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  });
});
