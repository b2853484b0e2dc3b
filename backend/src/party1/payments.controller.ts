import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import {
  ndaSchema,
  type NdaView,
  paymentIntentSchema,
  type PaymentIntentView,
} from '@siegel/contracts/nda/view';
import {
  ApplyVoucherRequest,
  ConfirmPaymentRequest,
  CreatePaymentIntentRequest,
  PaymentConsentRequest,
} from '@siegel/contracts/payments/requests';
import type { FastifyRequest } from 'fastify';
import { PaymentService } from '../payments/payment-service.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { Queries } from '../bus/queries.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { LINKS_OF_INTENT } from './nda-links.js';
import { ReadNdaAt } from '../agreements/reading/agreement.queries.js';
import { Party1 } from './party1.js';

/**
 * Time limit for a call, in milliseconds. One call may have to call the payment provider up to three times
 * (rule:answer-within-five-seconds).
 */
const PROVIDER_MS = 15_000;

/** API calls for Party 1's payments (rule:price). */
@Controller('api/ndas/:id')
export class PaymentsController {
  constructor(
    private readonly service: PaymentService,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  @Post('create-payment-intent')
  @Describe({
    id: 'createPaymentIntent',
    tag: 'Payment',
    summary: 'Request a payment of the amount that Party 1 owes',
    details: 'While a payment is open, a repeated call returns the same one.',
    access: 'creator',
    body: CreatePaymentIntentRequest,
    examples: EXAMPLES.createPaymentIntent,
    answers: {
      200: json('The values that the payment provider needs for the card payment', paymentIntentSchema, {
        links: LINKS_OF_INTENT,
      }),
    },
    problems: [
      'nda_discarded',
      'party1_must_sign_first',
      'already_paid',
      'payment_limit',
      'payment_provider_failed',
    ],
  })
  @HttpCode(200)
  @RouteRules({ answerWithinMs: PROVIDER_MS })
  async open(
    @Param('id', UuidParam) id: string,
    @Body() _body: CreatePaymentIntentRequest,
    @Req() request: FastifyRequest,
  ): Promise<PaymentIntentView> {
    const after = await this.party1.loaded(id, request);
    return this.service.open(id, 1, this.party1.context(request), undefined, after);
  }

  @Post('payment-consent')
  @Describe({
    id: 'givePaymentConsent',
    tag: 'Payment',
    summary: 'Order with obligation to pay',
    details:
      'Make this call before the provider takes the money. It records which text was above the button, and in which language.',
    access: 'creator',
    body: PaymentConsentRequest,
    examples: EXAMPLES.paymentConsent,
    answers: { 204: { description: 'The consent is recorded. It is recorded once per attempt' } },
    problems: [
      'nda_discarded',
      'party1_must_sign_first',
      'payment_unknown',
      'payment_changed',
      'already_paid',
    ],
  })
  @HttpCode(204)
  async consent(
    @Param('id', UuidParam) id: string,
    @Body() body: PaymentConsentRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.party1.nda(id, request);
    await this.service.consent(id, 1, body, this.party1.context(request));
  }

  @Post('confirm-payment')
  @Describe({
    id: 'confirmPayment',
    tag: 'Payment',
    summary: 'Check the payment at the provider now',
    details:
      "Call this after the provider's dialog has reported success. The NDA does not change while the payment is not paid. If the card was charged but its money is no longer needed, `party1MoneyBack` says that it goes back (rule:charged-is-never-failed).",
    access: 'creator',
    body: ConfirmPaymentRequest,
    examples: EXAMPLES.confirmPayment,
    answers: { 200: json('The NDA as it is afterwards', ndaSchema) },
    problems: ['nda_discarded', 'payment_unknown', 'payment_provider_failed'],
  })
  @HttpCode(200)
  @RouteRules({ answerWithinMs: PROVIDER_MS })
  async confirm(
    @Param('id', UuidParam) id: string,
    @Body() body: ConfirmPaymentRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaView> {
    await this.party1.nda(id, request);
    const revision = await this.service.confirm(id, body.paymentIntentId, this.party1.context(request));
    return this.queries.ask(new ReadNdaAt(id, revision));
  }

  @Post('apply-voucher')
  @Describe({
    id: 'applyVoucher',
    tag: 'Payment',
    summary: 'Pay with a voucher',
    access: 'creator',
    body: ApplyVoucherRequest,
    examples: EXAMPLES.applyVoucher,
    answers: { 200: json('The NDA as it is afterwards', ndaSchema) },
    problems: [
      'nda_discarded',
      'party1_must_sign_first',
      'already_paid',
      'nothing_due',
      'not_invited',
      'link_expired',
      'payment_provider_failed',
      'voucher_unknown',
      'voucher_used',
      'voucher_expired',
    ],
  })
  @HttpCode(200)
  @RouteRules({ limit: 'wrongVouchers', answerWithinMs: PROVIDER_MS })
  async applyVoucher(
    @Param('id', UuidParam) id: string,
    @Body() body: ApplyVoucherRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaView> {
    const read = await this.party1.loaded(id, request);
    const party = body.partyNumber === '2' ? 2 : 1;
    const context = this.party1.context(request);
    const { revision } = await this.service.applyVoucher(
      id,
      party,
      body.voucherCode,
      context,
      undefined,
      read,
    );
    return this.queries.ask(new ReadNdaAt(id, revision));
  }
}
