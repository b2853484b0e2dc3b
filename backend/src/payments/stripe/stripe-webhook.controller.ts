import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import '../../http/requests/fastify-request.js';
import { Describe } from '../../http/openapi/route-description.js';
import { RouteRules } from '../../http/routes/route-rules.js';
import { StripeWebhook } from './stripe-webhook.js';

const SIGNATURE = 'stripe-signature';
/**
 * Time limit for the response, in milliseconds. It is longer than the time limit for a call to the provider
 * (rule:answer-within-five-seconds).
 */
const ANSWER_WITHIN_MS = 15_000;

const EXAMPLES = {
  succeeded: {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
  },
};

@Controller('api/webhooks/stripe')
export class StripeWebhookController {
  constructor(private readonly webhook: StripeWebhook) {}

  @Post()
  @Describe({
    id: 'reportPayments',
    tag: 'Webhooks',
    summary: 'Receive the reports of Stripe about payments',
    details:
      "The body is a Stripe event. The header `Stripe-Signature` signs it, with a time that differs from the service's clock by at most five minutes. The service then asks Stripe for the payment intent and records Stripe's answer once, whatever the order and number of the events. It ignores other events and intents of other applications. The answer is 404 if Stripe is not configured. The answer is 503 if the service could not reach Stripe or could not write. Stripe may then send the event again.",
    access: 'everybody',
    body: { type: 'application/json', schema: { type: 'object' } },
    examples: EXAMPLES,
    answers: { 200: { description: 'The event was accepted' } },
    problems: ['webhook_signature', 'malformed_json', 'not_found'],
  })
  @RouteRules({ foreignOrigin: true, unreadBody: true, answerWithinMs: ANSWER_WITHIN_MS })
  @HttpCode(200)
  take(@Req() { headers, rawBody }: FastifyRequest): Promise<void> {
    const signature = headers[SIGNATURE];
    return this.webhook.take({
      signature: typeof signature === 'string' ? signature : '',
      body: rawBody ?? Buffer.alloc(0),
    });
  }
}
