import { ownMember } from '@siegel/contracts/own-members';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import '../../http/requests/fastify-request.js';
import { Describe } from '../../http/openapi/route-description.js';
import { RouteRules } from '../../http/routes/route-rules.js';
import { SendGridWebhook } from './sendgrid-webhook.js';
import { ENTRIES_MAX } from './webhook-entries.js';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

const EXAMPLES = {
  delivered: [
    {
      email: 'thomas@example.org',
      timestamp: 1_795_000_000,
      event: 'delivered',
      sg_event_id: 'ZGVsaXZlcmVkLTAtMQ',
      app: 'siegel',
      nda: '019a7a10-0000-7000-8000-000000000001',
      message: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  ],
};

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = ownMember(headers, name);
  return typeof value === 'string' ? value : '';
};

@Controller('api/webhooks/sendgrid')
export class SendGridWebhookController {
  constructor(private readonly webhook: SendGridWebhook) {}

  @Post()
  @Describe({
    id: 'reportMails',
    tag: 'Webhooks',
    summary: 'SendGrid reports what became of mails',
    details: `Its signed event webhook, as SendGrid describes it: ECDSA over time and body, in the headers \`X-Twilio-Email-Event-Webhook-Signature\` and \`X-Twilio-Email-Event-Webhook-Timestamp\`, not more than ten minutes ago. At most ${ENTRIES_MAX} entries. Those of other applications, and those that tell nothing of a message's fate, are passed over; the others are recorded once. 404 where SENDGRID_WEBHOOK_PUBLIC_KEY is not set.`,
    access: 'everybody',
    body: {
      type: 'application/json',
      schema: { type: 'array', items: { type: 'object' }, maxItems: ENTRIES_MAX },
    },
    examples: EXAMPLES,
    answers: { 200: { description: 'Taken' } },
    problems: ['webhook_signature', 'not_found'],
  })
  @RouteRules({ foreignOrigin: true, unreadBody: true })
  @HttpCode(200)
  take(@Req() request: FastifyRequest): Promise<void> {
    return this.webhook.take({
      signature: headerOf(request, SIGNATURE),
      timestamp: headerOf(request, TIMESTAMP),
      body: request.rawBody ?? Buffer.alloc(0),
    });
  }
}
