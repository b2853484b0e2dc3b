import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import '../../http/requests/fastify-request.js';
import { Describe } from '../../http/openapi/route-description.js';
import { RouteRules } from '../../http/routes/route-rules.js';
import { StripeWebhook } from './stripe-webhook.js';

const SIGNATURE = 'stripe-signature';
/**
 * Time limit in milliseconds. It is longer than a call to the provider may take
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
    summary: 'Stripe reports what became of a payment',
    details:
      "Its events, as Stripe describes them, signed in the header `Stripe-Signature`, within five minutes of our clock. The intent is looked up, and what Stripe then says of it is recorded once, whatever the events' order and number. Other events, and intents of other applications, are passed over. 404 where Stripe is not configured; 503 where it could not be asked or nothing could be written: the event may come again.",
    access: 'everybody',
    body: { type: 'application/json', schema: { type: 'object' } },
    examples: EXAMPLES,
    answers: { 200: { description: 'Taken' } },
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
