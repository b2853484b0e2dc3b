import { Body, Controller, Header, HttpCode, Param, Post, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { ErrorCode } from '@siegel/contracts/errors';
import { deadLinkSchema, sharePaidSchema, type SharePaidView } from '@siegel/contracts/nda/remote-signature';
import { ShareIntentRequest } from '@siegel/contracts/nda/remote-signature-requests';
import { paymentIntentSchema, type PaymentIntentView } from '@siegel/contracts/nda/view';
import {
  ApplyVoucherRequest,
  ConfirmPaymentRequest,
  PaymentConsentRequest,
} from '@siegel/contracts/payments/requests';
import type { FastifyRequest } from 'fastify';
import { Describe, json, type Link } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { SIGNING_TOKEN } from './link-tokens-in-paths.js';
import { Party2 } from './party2.js';
import { SharePayments } from './share-payments.js';

/**
 * Time limit in milliseconds for a request that may call the provider up to three times
 * (rule:answer-within-five-seconds).
 */
const PROVIDER_MS = 15_000;

/** The codes with which a payment through a link is refused. */
const UNPAYABLE: readonly ErrorCode[] = [
  'invalid_link',
  'link_expired',
  'link_cancelled',
  'link_replaced',
  'link_used',
  'nothing_due',
  'already_paid',
  'payment_provider_failed',
];
const SAYS_SHARE = { 410: deadLinkSchema };

const LINKS_OF_INTENT: Readonly<Record<string, Link>> = {
  confirmAtSandbox: {
    operationId: 'confirmSandboxPayment',
    description:
      'The person enters the card. This call is for the sandbox, which replaces the payment provider',
    parameters: { clientSecret: '$response.body#/clientSecret' },
  },
  confirm: {
    operationId: 'confirmSharePayment',
    description: 'Call this after the dialog of the provider has reported success',
    parameters: { token: '$request.path.token' },
    requestBody: { paymentIntentId: '{$response.body#/paymentIntentId}' },
  },
};

/** Payments of Party 2 when each party pays for itself (rule:price). The link identifies Party 2's share. */
@Controller('api/remote-signature/:token')
export class SharePaymentsController {
  constructor(
    private readonly payments: SharePayments,
    private readonly party2: Party2,
  ) {}

  @Post('create-payment-intent')
  @Describe({
    id: 'createShareIntent',
    tag: 'Signing page',
    summary: 'Request a payment of the amount that Party 2 owes',
    details: 'While a payment is open, a repeated call returns the same one.',
    access: 'everybody',
    path: SIGNING_TOKEN,
    body: ShareIntentRequest,
    examples: EXAMPLES.createShareIntent,
    answers: {
      200: json('The values that the payment provider needs for the card payment', paymentIntentSchema, {
        links: LINKS_OF_INTENT,
      }),
    },
    problems: [...UNPAYABLE, 'payment_limit'],
    problemShapes: SAYS_SHARE,
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @RouteRules({ answerWithinMs: PROVIDER_MS })
  open(
    @Param('token') token: string,
    @Body() _body: ShareIntentRequest,
    @Req() request: FastifyRequest,
  ): Promise<PaymentIntentView> {
    const context = this.party2.context(request);
    return this.party2.through(token, (link) => this.payments.open(link, context));
  }

  @Post('payment-consent')
  @Describe({
    id: 'giveShareConsent',
    tag: 'Signing page',
    summary: 'Order with obligation to pay',
    details:
      'Make this call before the provider takes the money. It records which text was above the button, and in which language.',
    access: 'everybody',
    path: SIGNING_TOKEN,
    body: PaymentConsentRequest,
    examples: EXAMPLES.paymentConsent,
    answers: { 204: { description: 'The consent is recorded. It is recorded once per attempt' } },
    problems: [
      ...UNPAYABLE.filter((code) => code !== 'payment_provider_failed'),
      'payment_unknown',
      'payment_changed',
    ],
    problemShapes: SAYS_SHARE,
  })
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  consent(
    @Param('token') token: string,
    @Body() body: PaymentConsentRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const context = this.party2.context(request);
    return this.party2.through(token, (link) => this.payments.consent(link, body, context));
  }

  @Post('confirm-payment')
  @Describe({
    id: 'confirmSharePayment',
    tag: 'Signing page',
    summary: 'Check the payment at the provider now',
    details:
      "Call this after the provider's dialog has reported success. The service checks the payment even if the link has ended in the meantime. `paymentStatus` is about this payment: `none` if its card was charged but its money is no longer needed and goes back (rule:charged-is-never-failed).",
    access: 'everybody',
    path: SIGNING_TOKEN,
    body: ConfirmPaymentRequest,
    examples: EXAMPLES.confirmPayment,
    answers: { 200: json('The amount that Party 2 owes now', sharePaidSchema) },
    problems: ['invalid_link', 'payment_unknown', 'payment_provider_failed'],
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @RouteRules({ answerWithinMs: PROVIDER_MS })
  confirm(
    @Param('token') token: string,
    @Body() { paymentIntentId }: ConfirmPaymentRequest,
    @Req() request: FastifyRequest,
  ): Promise<SharePaidView> {
    const context = this.party2.context(request);
    return this.party2.through(token, (link) => this.payments.confirm(link, paymentIntentId, context));
  }

  @Post('apply-voucher')
  @Describe({
    id: 'applyVoucherByLink',
    tag: 'Signing page',
    summary: 'Pay with a voucher',
    access: 'everybody',
    path: SIGNING_TOKEN,
    body: ApplyVoucherRequest,
    examples: EXAMPLES.applyVoucherByLink,
    answers: { 200: json('The amount that Party 2 owes now', sharePaidSchema) },
    problems: [...UNPAYABLE, 'voucher_unknown', 'voucher_used', 'voucher_expired'],
    problemShapes: SAYS_SHARE,
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @RouteRules({ limit: 'wrongVouchers', answerWithinMs: PROVIDER_MS })
  applyVoucher(
    @Param('token') token: string,
    @Body() { voucherCode }: ApplyVoucherRequest,
    @Req() request: FastifyRequest,
  ): Promise<SharePaidView> {
    const context = this.party2.context(request);
    return this.party2.through(token, (link) => this.payments.applyVoucher(link, voucherCode, context));
  }
}
