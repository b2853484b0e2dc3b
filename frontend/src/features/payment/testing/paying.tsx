import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { fireEvent, screen } from '@testing-library/react';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.js';
import { renderWithProviders } from '../../../testing/render.js';
import { useNda } from '../../nda/nda-query.js';
import { PaymentDialog } from '../payment-dialog.js';

/** Helpers for tests of Party 1's payment dialog, with responses of the server and the sandbox. */

export const ADDRESS = `/api/ndas/${sampleNda.id}`;
export const READ = `GET ${ADDRESS}`;
export const OPEN = `POST ${ADDRESS}/create-payment-intent`;
export const CONSENT_CALL = `POST ${ADDRESS}/payment-consent`;
export const CONFIRM = `POST ${ADDRESS}/confirm-payment`;
export const PAY = 'POST /api/sandbox/payments/secret/confirm';
export const INTENT: PaymentIntentView = {
  orderNumber: 'S-E3HMZMPINC',
  clientSecret: 'secret',
  paymentIntentId: 'pi_1',
  amount: 199,
  currency: 'EUR',
  provider: 'sandbox',
  publishableKey: 'sandbox',
};
export const PAID = { ...sampleNda, amountDue: 0, paymentStatus: 'succeeded' };
export const SUCCEEDED: FakeAnswer = [200, { status: 'succeeded' }];
/** Returns a server response that refuses the request, with a code and a message. */
export const refused = (status: number, code: string): FakeAnswer => [
  status,
  { code, message: `It is ${code}.` },
];

export type Answers = Readonly<Record<string, FakeAnswer>>;

export const server = (answers: Answers = {}) =>
  fakeServer({
    [READ]: [200, sampleNda],
    [OPEN]: [200, INTENT],
    [CONSENT_CALL]: [204],
    'POST /api/analytics/funnel-event': [204],
    ...answers,
  });

/**
 * Holds back the responses to one call.
 * @returns the function that releases the responses
 */
export function holdAnswers(call: string): () => void {
  const { fetch } = globalThis;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting: typeof fetch = async (path, init) => {
    if (typeof path === 'string' && `${init?.method ?? ''} ${path}` === call) await released;
    return fetch(path, init);
  };
  Object.assign(globalThis, { fetch: waiting });
  return release;
}

/**
 * Renders the dialog in a minimal page, which passes the server's current NDA to the dialog, and shows the NDA's
 * payment status.
 */
export function pageWithDialog(answers: Answers, onPending: () => void) {
  const calls = server(answers);
  const onOpenChange = jest.fn();
  const Page = () => {
    const { data } = useNda(sampleNda.id);
    if (data === undefined) return null;
    return (
      <>
        <output aria-label="status">{data.paymentStatus}</output>
        <PaymentDialog nda={data} open onOpenChange={onOpenChange} onPending={onPending} />
      </>
    );
  };
  renderWithProviders(<Page />);
  return { calls, onOpenChange };
}

export const payButton = () => screen.getByRole('button', { name: CONSENT.en.pay });
/** The payment status that the page behind the dialog shows. The dialog hides that page. */
export const statusBehind = () => screen.getByLabelText('status').textContent;
export const noPayButton = () => expect(screen.queryByRole('button', { name: CONSENT.en.pay })).toBeNull();

/** Enters complete card data and the consent, all at once. */
export async function enterCard(): Promise<void> {
  for (const [label, value] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1299'],
    ['Security code (CVC)', '123'],
  ] as const)
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('checkbox'));
}
