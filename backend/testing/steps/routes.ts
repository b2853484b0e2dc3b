import { card, signature, terms } from './samples.js';

/** A call that changes data, with a valid body. */
export interface Route {
  readonly method: 'post' | 'patch';
  /** Path as in the API description. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly as: 'creator' | 'admin';
  /** True if the service does not read the body. */
  readonly bodyless?: true;
  /** True if the service accepts any body, from any site. */
  readonly anyBody?: true;
}

const post = (path: string, body: Route['body'], as: Route['as'] = 'creator'): Route => ({
  method: 'post',
  path,
  body,
  as,
});
const bodyless = (path: string): Route => ({ ...post(path, {}), bodyless: true });
const patch = (path: string, body: Route['body'], as: Route['as'] = 'creator'): Route => ({
  ...post(path, body, as),
  method: 'patch',
});

/** Every call of this service that accepts a body. A test compares the list with the API description. */
export const ROUTES: readonly Route[] = [
  post('/api/ndas', { ...terms, party2Company: 'Achterberg KG', permittedDisclosures: 'Steuerberater' }),
  post('/api/ndas/{id}/sign', {
    partyNumber: '1',
    signature: signature(),
    signatureMode: 'in-person',
    party1PaysForBoth: false,
    agreementHash: 'a'.repeat(64),
  }),
  post('/api/signatures/typed', { name: 'Katharina Brandstetter', style: 2 }),
  post('/api/ndas/{id}/create-payment-intent', { partyNumber: '1', paymentMode: 'split' }),
  post('/api/ndas/{id}/payment-consent', {
    paymentIntentId: 'pi_none',
    wording: 'v1',
    language: 'de',
    earlyPerformance: true,
  }),
  post('/api/ndas/{id}/confirm-payment', { paymentIntentId: 'pi_none' }),
  post('/api/ndas/{id}/apply-voucher', { voucherCode: 'NDA-ABCD-EFGH', partyNumber: '1' }),
  bodyless('/api/ndas/{id}/send-email'),
  bodyless('/api/ndas/{id}/initiate-remote-signature'),
  bodyless('/api/ndas/{id}/resend-remote-invite'),
  bodyless('/api/ndas/{id}/cancel-remote-invite'),
  patch('/api/ndas/{id}/party2-email', { party2Email: 'andere.adresse@example.org' }),
  patch('/api/ndas/{id}/party1-email', { party1Email: 'eigene.adresse@example.org' }),
  bodyless('/api/ndas/{id}/continue-link'),
  bodyless('/api/ndas/{id}/end-other-access'),
  bodyless('/api/continue/{token}'),
  bodyless('/api/forget-device'),
  bodyless('/api/remote-signature/{token}/opened'),
  post('/api/remote-signature/{token}/sign', {
    signature: signature(),
    signatureKind: 'drawn',
    consentLanguage: 'de',
    agreementHash: 'a'.repeat(64),
  }),
  post('/api/remote-signature/{token}/create-payment-intent', { partyNumber: '2', paymentMode: 'split' }),
  post('/api/remote-signature/{token}/payment-consent', {
    paymentIntentId: 'pi_none',
    wording: 'v1',
    language: 'de',
    earlyPerformance: true,
  }),
  post('/api/remote-signature/{token}/confirm-payment', { paymentIntentId: 'pi_none' }),
  post('/api/remote-signature/{token}/apply-voucher', { voucherCode: 'NDA-ABCD-EFGH', partyNumber: '2' }),
  bodyless('/api/disputes/{token}'),
  { ...bodyless('/api/reminders/{token}/decline'), anyBody: true },
  post('/api/optimize-description', { description: terms.ideaDescription, language: 'de' }),
  post('/api/sandbox/payments/{clientSecret}/confirm', { ...card, authenticated: true }),
  post('/api/withdrawals', {
    name: 'Erika Mustermann',
    email: 'erika@example.org',
    reference: 'Bestellung vom 12. November',
    message: 'Zweimal bestellt',
  }),
  post('/api/analytics/page-view', { page: 'home', sessionId: 'session' }),
  post('/api/analytics/funnel-event', {
    eventType: 'view',
    ndaId: '0190b6a5-0000-7000-8000-000000000000',
    sessionId: 'session',
  }),
  post('/api/admin/login', { password: 'not the password' }),
  bodyless('/api/admin/logout'),
  post('/api/admin/vouchers', { category: '10-day-code', recipientName: 'Erika' }, 'admin'),
  patch('/api/admin/vouchers/{id}/recipient', { recipientName: 'Erika' }, 'admin'),
  post(
    '/api/admin/chat',
    { messages: [{ role: 'user', content: 'Wie lief die Woche?' }], language: 'de' },
    'admin',
  ),
  { ...bodyless('/api/audit/checkpoints'), as: 'admin' },
  { ...bodyless('/api/audit/verify'), as: 'admin' },
  post('/api/admin/obligations/{id}/close', { note: 'Per Überweisung' }, 'admin'),
];
