import { Controller, Get, Header, HttpCode, Param, Post, Redirect, Req } from '@nestjs/common';
import { disputeSchema, type DisputeView } from '@siegel/contracts/nda/remote-signature';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { NAMED_TOKEN } from './link-tokens-in-paths.js';
import { MailLinks } from './mail-links.js';
import { Party2 } from './party2.js';
import { ReadDispute } from './signing-page.queries.js';

/**
 * Endpoints for the links in Party 2's mails. Each link has one purpose: to dispute the signature or to
 * decline reminders.
 */
@Controller('api')
export class MailLinksController {
  constructor(
    private readonly links: MailLinks,
    private readonly queries: Queries,
    private readonly party2: Party2,
  ) {}

  @Get('disputes/:token')
  @Describe({
    id: 'readDispute',
    tag: 'Signing page',
    summary: 'Read which signature the link can dispute',
    details: 'The answer contains no name and no text (rule:signature-can-be-disputed).',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: {
      200: json(
        'The time of the signature of Party 2, and the time since which it is disputed',
        disputeSchema,
      ),
    },
    problems: ['invalid_link'],
  })
  @Header('cache-control', 'no-store')
  readDispute(@Param('token') token: string): Promise<DisputeView> {
    return this.queries.ask(new ReadDispute(token));
  }

  @Post('disputes/:token')
  @Describe({
    id: 'disputeSignature',
    tag: 'Signing page',
    summary: 'Dispute the signature of Party 2 permanently',
    details:
      'The dispute is recorded once. It cannot be taken back. The agreement does not become void by it.',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: { 200: json('The same values, with the dispute', disputeSchema) },
    problems: ['invalid_link'],
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async dispute(@Param('token') token: string, @Req() request: FastifyRequest): Promise<DisputeView> {
    await this.links.dispute(token, this.party2.context(request));
    return this.queries.ask(new ReadDispute(token));
  }

  @Get('reminders/:token/decline')
  @Describe({
    id: 'openDeclineReminders',
    tag: 'Signing page',
    summary: 'Redirect a person to the page that declines reminders',
    details:
      'Some mail programs open the unsubscribe address of a mail in a browser, and scanners call it. This call changes nothing.',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: { 303: { description: 'The page with the button', headers: ['Location'] } },
  })
  @Redirect()
  @Header('cache-control', 'no-store')
  openDecline(@Param('token') token: string): { url: string; statusCode: number } {
    return { url: `/reminders/${encodeURIComponent(token)}`, statusCode: 303 };
  }

  @Post('reminders/:token/decline')
  @Describe({
    id: 'declineReminders',
    tag: 'Signing page',
    summary: 'Decline reminders',
    details:
      'This works in every state of the NDA, unless nothing can be changed in it at the moment, and from every site, because a mail program makes the call itself (RFC 8058). A request body of at most 1 kB is ignored.',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: { 204: { description: 'The address to which the link was sent gets no more reminders' } },
    problems: ['invalid_link'],
  })
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  @RouteRules({ foreignOrigin: true, ignoresBody: true })
  async decline(@Param('token') token: string, @Req() request: FastifyRequest): Promise<void> {
    await this.links.decline(token, this.party2.context(request));
  }
}
