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
    summary: 'Receive the reports of SendGrid about mails',
    details: `This is the signed event webhook that SendGrid describes. The signature is ECDSA over time and body. Signature and time are in the headers \`X-Twilio-Email-Event-Webhook-Signature\` and \`X-Twilio-Email-Event-Webhook-Timestamp\`. The time must be at most ten minutes ago. A call has at most ${ENTRIES_MAX} entries. The service ignores entries of other applications, and entries that say nothing about the fate of a message. It records each other entry once. The answer is 404 if SENDGRID_WEBHOOK_PUBLIC_KEY is not set.`,
    access: 'everybody',
    body: {
      type: 'application/json',
      schema: { type: 'array', items: { type: 'object' }, maxItems: ENTRIES_MAX },
    },
    examples: EXAMPLES,
    answers: { 200: { description: 'The report was accepted' } },
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
