import { CONSENT } from '@siegel/contracts/agreement/consent';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { PaymentDialog } from './payment-dialog.js';
import {
  ADDRESS,
  type Answers,
  CONFIRM,
  CONSENT_CALL,
  INTENT,
  OPEN,
  PAID,
  PAY,
  payButton,
  server,
} from './testing/paying.js';

const DECLINED: FakeAnswer = [402, { code: 'card_declined', message: 'Your card was declined.' }];
const WORDS = CONSENT.en;
const onPending = jest.fn();

/**
 * Opens the dialog. The fake server responds with `answers`.
 * @returns the mock of `onOpenChange`
 */
function opened(answers: Answers = {}) {
  server(answers);
  const onOpenChange = jest.fn();
  renderWithProviders(
    <PaymentDialog nda={sampleNda} open onOpenChange={onOpenChange} onPending={onPending} />,
  );
  return onOpenChange;
}

const pay = () => userEvent.click(payButton());

/** Pastes the values, because typing would render the dialog with each key. */
async function filled(cardNumber = '4242424242424242'): Promise<void> {
  await screen.findByLabelText('Card number');
  for (const [label, text] of [
    ['Card number', cardNumber],
    ['Expiry date', '1299'],
    ['Security code (CVC)', '123'],
  ] as const) {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
  await userEvent.click(screen.getByRole('checkbox'));
}

beforeAll(() => startTexts('en', ['payment']));
beforeEach(() => {
  toasts.clear();
  onPending.mockClear();
});
afterEach(() => jest.useRealTimers());

describe('the payment dialog', () => {
  it('says that it prepares the payment, then names the amount and the provider', async () => {
    opened();
    expect(screen.getByText('The payment is being prepared.')).toBeInTheDocument();
    expect(await screen.findByText('Test mode. Nothing is charged.')).toBeVisible();
    expect(screen.getByText(/1\.99/)).toBeVisible();
    expect(screen.getByText(`Order number ${INTENT.orderNumber}`)).toBeVisible();
  });

  it.each([
    [19, 'to both parties, once, incl. 19% VAT'],
    ['none', 'to both parties, once'],
    [null, 'to both parties, once'],
  ] as const)('names the VAT only if the operator does: %s', (vatRate, words) => {
    server({});
    renderWithProviders(
      <PaymentDialog nda={sampleNda} open onOpenChange={() => {}} onPending={() => {}} />,
      '/',
      { vatRate },
    );
    expect(screen.getByText('Sending the agreement').parentElement).toHaveTextContent(
      `Sending the agreement${words}`,
    );
    expect(screen.queryByText(/VAT/) !== null).toBe(vatRate === 19);
  });

  it('links terms, withdrawal and privacy beside the button, in a new tab', async () => {
    opened();
    await screen.findByLabelText('Card number');
    for (const [name, path] of [
      ['terms of use', '/legal?lang=en'],
      ['Withdraw from contract', '/withdraw?lang=en'],
      ['privacy policy', '/privacy?lang=en'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('href', path);
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('shows the problem of a field once the user leaves the field', async () => {
    opened();
    const number = await screen.findByLabelText('Card number');
    await userEvent.type(number, '4242424242424243');
    expect(number).toBeValid();
    await userEvent.tab();
    expect(number).toHaveAccessibleDescription('This card number is not right. Please check the digits.');
    await userEvent.type(screen.getByLabelText('Expiry date'), '1220');
    await userEvent.tab();
    expect(screen.getByText('This card has expired.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Security code (CVC)'), '12');
    await userEvent.tab();
    expect(screen.getByText('The security code has three or four digits.')).toBeVisible();
    await userEvent.clear(number);
    await userEvent.type(number, '4242424242424242');
    expect(number).toBeValid();
  });

  it('keeps a surplus digit visible and reports it, and reads a date with a four-digit year', async () => {
    opened();
    const [number, expiry, cvc] = [
      await screen.findByLabelText('Card number'),
      screen.getByLabelText('Expiry date'),
      screen.getByLabelText('Security code (CVC)'),
    ];
    for (const [field, pasted] of [
      [number, '42424242424242424242'],
      [expiry, '12/2099'],
      [cvc, '12345'],
    ] as const) {
      await userEvent.click(field);
      await userEvent.paste(pasted);
    }
    await userEvent.tab();
    expect(number).toHaveValue('4242 4242 4242 4242 4242');
    expect(number).toHaveAccessibleDescription('This card number is not right. Please check the digits.');
    expect(expiry).toHaveValue('12 / 99');
    expect(expiry).toBeValid();
    expect(cvc).toHaveValue('12345');
    expect(cvc).toHaveAccessibleDescription('The security code has three or four digits.');
  });

  it('pays only with complete card data and consent, and focuses what is missing', async () => {
    opened({ [PAY]: DECLINED });
    const number = await screen.findByLabelText('Card number');
    await pay();
    expect(number).toHaveFocus();
    expect(screen.getAllByText('Please fill in this field.')).toHaveLength(3);
    await userEvent.type(number, '4242424242424242');
    await userEvent.type(screen.getByLabelText('Expiry date'), '1299');
    await userEvent.type(screen.getByLabelText('Security code (CVC)'), '123');
    await pay();
    expect(screen.getByRole('checkbox')).toHaveFocus();
    expect(toasts.snapshot()).toBeUndefined();
  });

  it('takes a payment, confirms it and closes by itself', async () => {
    const onOpenChange = opened({ [PAY]: [200, { status: 'succeeded' }], [CONFIRM]: [200, PAID] });
    await filled();
    jest.useFakeTimers();
    await act(async () => payButton().click());
    expect(await screen.findByText('The payment has arrived.')).toBeVisible();
    act(() => jest.advanceTimersByTime(5000));
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('says once why a card was refused, keeps the typed data and accepts another card', async () => {
    opened({ [PAY]: DECLINED });
    await filled('4000000000000002');
    await pay();
    expect(await screen.findByText('The payment did not go through.')).toBeVisible();
    expect(screen.queryByText('Your card was declined.')).not.toBeInTheDocument();
    expect(toasts.snapshot()).toMatchObject({ title: 'Error', description: 'Your card was declined.' });
    expect(screen.getByLabelText('Security code (CVC)')).toHaveValue('123');
    server({ [PAY]: [200, { status: 'succeeded' }], [CONFIRM]: [200, PAID] });
    await pay();
    expect(await screen.findByText('The payment has arrived.')).toBeVisible();
  });

  it('lets the user try the same card again after an unexpected status', async () => {
    opened({ [PAY]: [200, { status: 'canceled' }] });
    await filled();
    await pay();
    expect(await screen.findByText('The payment did not go through.')).toBeVisible();
    expect(toasts.snapshot()?.description).toBe('Payment status: canceled');
    expect(payButton()).toBeEnabled();
  });

  it('records the order once, with the text above the button, before the provider is asked', async () => {
    const calls = server({ [PAY]: [200, { status: 'succeeded' }], [CONFIRM]: [200, PAID] });
    renderWithProviders(<PaymentDialog nda={sampleNda} open onOpenChange={() => {}} onPending={onPending} />);
    await filled();
    await pay();
    expect(await screen.findByText('The payment has arrived.')).toBeVisible();
    expect(calls.filter((call) => /consent|sandbox/.test(call))).toEqual([CONSENT_CALL, PAY]);
    const [, sent] = jest
      .mocked(globalThis.fetch)
      .mock.calls.find(([path]) => path === `${ADDRESS}/payment-consent`) as unknown as [
      string,
      { body: string },
    ];
    expect(JSON.parse(sent.body)).toEqual({
      paymentIntentId: 'pi_1',
      wording: 'v1',
      language: 'en',
      earlyPerformance: true,
    });
  });

  it("simulates the bank's check, which the user may cancel", async () => {
    opened({ [PAY]: [200, { status: 'requires_action' }] });
    await filled('4000002500003155');
    await pay();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Card number')).toHaveValue('4000 0025 0000 3155');
    await pay();
    const confirm = await screen.findByRole('button', { name: 'Confirm payment' });
    expect(confirm).toHaveFocus();
    server({ [PAY]: [200, { status: 'succeeded' }], [CONFIRM]: [200, PAID] });
    await userEvent.click(confirm);
    expect(await screen.findByText('The payment has arrived.')).toBeVisible();
  });

  it('does not ask for another payment while the server has not seen the first one', async () => {
    opened({ [PAY]: [200, { status: 'succeeded' }], [CONFIRM]: 'no answer' });
    await filled();
    await pay();
    expect(await screen.findByText('The payment is still being confirmed.')).toBeVisible();
    expect(onPending.mock.calls).toEqual([[false], [true]]);
    expect(screen.queryByRole('button', { name: WORDS.pay })).not.toBeInTheDocument();
    expect(toasts.snapshot()).toBeUndefined();
  });

  it('offers to prepare a failed payment again', async () => {
    opened({ [OPEN]: [502, { code: 'payment_provider_failed', message: 'The provider does not answer.' }] });
    expect(await screen.findByText('The payment could not be prepared.')).toBeVisible();
    expect(screen.queryByText('The provider does not answer.')).not.toBeInTheDocument();
    expect(toasts.snapshot()?.description).toBe('The provider does not answer.');
    server({ [OPEN]: [200, INTENT] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Card number')).toBeVisible();
  });

  it('keeps the typed data while the other tab is shown', async () => {
    opened();
    await filled();
    await userEvent.click(screen.getByRole('tab', { name: 'Voucher' }));
    await userEvent.type(screen.getByLabelText('Voucher code'), 'nda-1');
    await userEvent.click(screen.getByRole('tab', { name: 'Card' }));
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    await userEvent.click(screen.getByRole('tab', { name: 'Voucher' }));
    expect(screen.getByLabelText('Voucher code')).toHaveValue('NDA-1');
  });

  it('cannot be closed while money moves', async () => {
    const onOpenChange = opened();
    await filled();
    Object.assign(globalThis, { fetch: () => new Promise(() => undefined) });
    await pay();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});
