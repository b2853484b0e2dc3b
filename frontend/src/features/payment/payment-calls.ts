import { PAY_CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import type { NdaView, PaymentIntentView } from '@siegel/contracts/nda/view';
import type { PaymentConsentRequest } from '@siegel/contracts/payments/requests';
import { api } from '../../lib/api.js';
import { currentLanguage } from '../../lib/language.js';

export interface CardDetails {
  cardNumber: string;
  expiry: string;
  cvc: string;
}

/**
 * The sandbox's response to an attempt to charge a card. The status `requires_action` means that the bank's
 * extra check has to follow.
 */
export interface ConfirmResult {
  status: string;
}

/**
 * Returns the open intent, or a new intent if none is open. So repeated calls are safe
 * (rule:one-open-intent).
 */
export function openIntent(ndaId: string): Promise<PaymentIntentView> {
  return api.post(`/api/ndas/${ndaId}/create-payment-intent`, { partyNumber: '1', paymentMode: 'split' });
}

export function confirmAtSandbox(
  clientSecret: string,
  card: CardDetails,
  authenticated: boolean,
): Promise<ConfirmResult> {
  return api.post(`/api/sandbox/payments/${encodeURIComponent(clientSecret)}/confirm`, {
    ...card,
    ...(authenticated ? { authenticated } : {}),
  });
}

/**
 * Returns the request that records the consent. It names the wording and the language of the consent above
 * the pressed button (rule:consent-when-given).
 */
export const consentTo = (paymentIntentId: string): PaymentConsentRequest => ({
  paymentIntentId,
  wording: PAY_CONSENT_WORDING,
  language: currentLanguage(),
  earlyPerformance: true,
});

export function giveConsent(ndaId: string, paymentIntentId: string): Promise<void> {
  return api.post(`/api/ndas/${ndaId}/payment-consent`, consentTo(paymentIntentId));
}

/**
 * Called after the form has reported success. The server asks the provider whether the payment was made, and
 * returns the NDA.
 */
export function confirmPayment(ndaId: string, paymentIntentId: string): Promise<NdaView> {
  return api.post(`/api/ndas/${ndaId}/confirm-payment`, { paymentIntentId });
}

export function applyVoucher(ndaId: string, voucherCode: string): Promise<NdaView> {
  return api.post(`/api/ndas/${ndaId}/apply-voucher`, { voucherCode });
}
