import { CONSENT } from '@siegel/contracts/agreement/consent';
import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import SigningPage from './signing-page.js';
import {
  AT,
  GET,
  LINK,
  SIGN,
  TOKEN,
  button,
  ended,
  freshBrowser,
  heading,
  nda,
  open,
  paid,
  ready,
  reds,
  refusal,
  server,
  signed,
  split,
} from './testing/open-link.js';

/** There is no canvas here: what is drawn is tried in the browser, and what is typed is its own image. */
jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('../signing/typed-signature.js', () => ({
  loadHand: async () => undefined,
  typedPng: (name: string) => `data:image/png;base64,${name}`,
}));

/** As far as the button that signs, with a name typed. */
async function readyToSign(answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const calls = open({ [GET]: [200, sampleRemote], ...answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed to sign' }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Type' }));
  await userEvent.type(screen.getByRole('textbox'), 'Thomas');
  await waitFor(() => expect(button('Sign with binding effect')).toBeEnabled());
  return calls;
}
const sign = () => userEvent.click(button('Sign with binding effect'));

beforeAll(() => startTexts('en', ['signing-page', 'remote', 'remote-later', 'signing', 'payment']));
beforeEach(freshBrowser);
afterEach(() => jest.useRealTimers());

describe('signing', () => {
  it('shows three facts and the consent above the pad, and takes the focus to its heading', async () => {
    await readyToSign();
    expect(await heading()).toHaveTextContent(`You sign now, ${nda.party2Name}.`);
    expect(document.title).toBe('Sign the agreement | Siegel');
    expect(screen.getByText(CONSENT.en.sign)).toBeVisible();
    expect(document.querySelectorAll('dl dt')).toHaveLength(3);
    expect(reds()).toHaveLength(1);
  });

  it('keeps what was typed while the text is read again', async () => {
    await readyToSign();
    await userEvent.click(button('Back to the text'));
    expect(await heading()).toHaveTextContent('asks you to keep a secret');
    expect(await heading()).toHaveFocus();
    await userEvent.click(button('Proceed to sign'));
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    expect(await heading()).toHaveFocus();
  });

  it('sends what was made, its kind, the language of the consent and the hash of the text', async () => {
    const calls = await readyToSign({ [SIGN]: [200, { signedAt: AT, receipt: {} }] });
    const asked = jest.mocked(fetch);
    await sign();
    await waitFor(() => expect(calls).toContain(SIGN));
    const body = asked.mock.calls.find(([path]) => path === `${LINK}/sign`)?.[1]?.body;
    expect(JSON.parse(body as string)).toEqual({
      signature: 'data:image/png;base64,Thomas',
      signatureKind: 'typed',
      consentLanguage: 'en',
      agreementHash: sampleRemote.agreementHash,
    });
  });

  it('ends with the seal, both names, the time and the document', async () => {
    await readyToSign();
    server({ [SIGN]: [200, { signedAt: AT, receipt: {} }], [GET]: [200, ready] });
    await sign();
    expect(await screen.findByRole('heading', { level: 1, name: 'Signed.' })).toHaveFocus();
    expect(screen.getByRole('img', { name: 'Seal: both parties have signed' })).toBeVisible();
    for (const fact of [nda.ideaTitle, nda.party2Name, /13 November 2026/])
      expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', `${LINK}/pdf`);
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/?lang=en');
    expect(reds()).toHaveLength(1);
  });

  it.each<[string, FakeAnswer]>([
    ['never came', 'no answer'],
    ['says nothing', refusal(503, 'unavailable')],
    ['says that another tab was quicker', ended('link_used')],
  ])('is over where it was saved and the answer %s', async (_, answer) => {
    await readyToSign();
    server({ [SIGN]: answer, [GET]: [200, signed] });
    await sign();
    expect(await screen.findByRole('heading', { level: 1, name: 'Signed.' })).toBeVisible();
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['without a connection', 'no answer', /cannot be reached right now/],
    ['for want of a signature', refusal(422, 'invalid_signature'), /It is invalid_signature/],
    ['for what nobody foresaw', [500], /did not answer as expected/],
  ])('that failed %s says so, and loses nothing', async (_, answer, words) => {
    await readyToSign({ [SIGN]: answer });
    await sign();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('The signature was not saved.');
    expect(notice).toHaveTextContent(words);
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    expect(button('Sign with binding effect')).toBeEnabled();
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['the text changed', refusal(409, 'agreement_changed'), /Please read it again. Nothing was signed/],
    ['something is to be paid', refusal(402, 'payment_required'), /Nothing was signed/],
  ])('leads back to the text where %s, with what was typed', async (_, answer, words) => {
    await readyToSign({ [SIGN]: answer });
    await sign();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(await heading()).toHaveTextContent('asks you to keep a secret');
    await userEvent.click(button('Proceed to sign'));
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    expect(screen.queryByRole('alert', { name: words.source })).toBeNull();
  });

  it.each(['link_replaced', 'link_cancelled', 'link_expired'])(
    'with a link that ended keeps the pad in sight, and says that nothing was signed: %s',
    async (code) => {
      await readyToSign();
      server({ [SIGN]: ended(code, 'credit'), [GET]: ended(code, 'credit') });
      await sign();
      const card = await screen.findByRole('alert');
      expect(card).toHaveTextContent('Nothing was signed.');
      expect(card).toHaveTextContent(/stays credited/);
      expect(card.textContent?.includes(nda.party1Name)).toBe(code !== 'link_expired');
      expect(screen.getByRole('region', { name: 'Your signature' })).toHaveAttribute('inert');
      expect(screen.getByDisplayValue('Thomas')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Sign with binding effect' })).toBeNull();
      expect(reds()).toHaveLength(1);
    },
  );
});

describe('where each party pays its own share', () => {
  it('shows the amount from the start, and the way to pay it in place of the way to sign', async () => {
    open({ [GET]: [200, split] });
    await heading();
    expect(screen.getByText('Your share').nextSibling).toHaveTextContent('€1.99');
    expect(screen.getByText(/You pay your share after reading and before signing/)).toBeVisible();
    expect(button('Continue to payment').parentElement).toHaveTextContent('€1.99');
    expect(screen.queryByRole('button', { name: 'Proceed to sign' })).toBeNull();
    expect(reds()).toHaveLength(1);
  });

  const vat = (rate: number | 'none' | null) => {
    server({ [GET]: [200, split] });
    renderWithProviders(<SigningPage token={TOKEN} damaged={false} />, '/', { vatRate: rate });
  };
  it.each([
    [19, true],
    ['none', false],
    [null, false],
  ] as const)('names the VAT only where the operator does: %s', async (rate, named) => {
    vat(rate);
    await heading();
    expect(screen.queryByText('incl. 19% VAT') !== null).toBe(named);
  });

  it('says when it was paid, and leads on to sign', async () => {
    open({ [GET]: [200, paid] });
    await heading();
    expect(screen.getByText('paid on November 13, 2026')).toBeVisible();
    expect(button('Proceed to sign')).toBeEnabled();
  });

  it('lets somebody pay on whose payment was begun and never ended', async () => {
    const begun = { ...split, payment: { status: 'pending', amount: 199, paidAt: null } };
    open({ [GET]: [200, begun] });
    await heading();
    expect(screen.getByText('payment begun, not confirmed yet')).toBeVisible();
    expect(button('Continue to payment')).toBeEnabled();
  });

  it('opens the pad by itself once a voucher has paid', async () => {
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

  it('confirms what the provider has taken, and says when that takes long', async () => {
    open({
      [GET]: [200, split],
      [`POST ${LINK}/create-payment-intent`]: [
        200,
        {
          clientSecret: 'x',
          paymentIntentId: 'pi',
          amount: 199,
          currency: 'EUR',
          provider: 'sandbox',
          publishableKey: 'p',
        },
      ],
      'POST /api/sandbox/payments/x/confirm': [200, { status: 'succeeded' }],
      [`POST ${LINK}/confirm-payment`]: [200, { amountDue: 199, paymentStatus: 'pending' }],
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
    jest.useFakeTimers({ advanceTimers: true });
    await act(async () => button(CONSENT.en.pay).click());
    expect(await screen.findByText('The payment is still being confirmed.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
    expect(screen.getAllByText('being confirmed')[0]).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(screen.getByText(/We will let you know/)).toBeVisible();
    server({ [GET]: [200, paid] });
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(await heading()).toHaveTextContent('You sign now');
  });
});
