import { expect, type Page } from '@playwright/test';
import { EXAMPLES } from '@siegel/contracts/examples';
import { createAgreement } from './journey.js';
import { linkTo } from './mailbox.js';

/**
 * Creates an agreement through the API. Party 1 has signed it and paid its share. Party 2 has to pay the
 * other share.
 * @param address Party 2's mail address, which no other test uses
 * @param pay pays at the provider with the client secret of the payment. By default the payment is made in
 * the sandbox.
 * @returns the invitation's link, as the mail contains it
 */
export async function invitedToShare(
  page: Page,
  address: string,
  pay?: (clientSecret: string) => Promise<void>,
): Promise<string> {
  const id = await createAgreement(page, { party2Email: address });
  const post = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await page.request.post(path, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const { agreementHash } = await (await page.request.get(`/api/ndas/${id}`)).json();
  await post(`/api/ndas/${id}/sign`, {
    ...EXAMPLES.signNda.party1,
    signatureMode: 'remote',
    party1PaysForBoth: false,
    agreementHash,
  });
  const { clientSecret = '', paymentIntentId } = await post(
    `/api/ndas/${id}/create-payment-intent`,
    EXAMPLES.createPaymentIntent.party1,
  );
  if (pay !== undefined) await pay(clientSecret);
  else await post(`/api/sandbox/payments/${clientSecret}/confirm`, EXAMPLES.confirmSandboxPayment.succeeds);
  await post(`/api/ndas/${id}/confirm-payment`, { paymentIntentId });
  return linkTo(page.request, address, 'sign');
}
