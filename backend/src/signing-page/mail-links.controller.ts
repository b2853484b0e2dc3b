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

/** The links in Party 2's mails. Each has one purpose: to dispute the signature or to decline reminders. */
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
    summary: 'See which signature a link can dispute',
    details: 'No name and no text (rule:signature-can-be-disputed).',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: { 200: json('When Party 2 signed, and since when that is disputed', disputeSchema) },
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
    summary: 'Dispute the signature of Party 2, for good',
    details: 'Recorded once; there is no taking back, and the agreement is not void by it.',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: { 200: json('The same, disputed', disputeSchema) },
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
    summary: 'Lead a person to the page that declines reminders',
    details:
      'Some mail programs open the address of one click in a browser, and scanners call it: nothing changes by that.',
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
      'In whatever state the NDA is, and from whatever site: a mail program does it by itself (RFC 8058). A body of at most 1 kB is ignored.',
    access: 'everybody',
    path: NAMED_TOKEN,
    answers: { 204: { description: 'No more reminders go to the address that the link went to' } },
    problems: ['invalid_link'],
  })
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  @RouteRules({ foreignOrigin: true, ignoresBody: true })
  async decline(@Param('token') token: string, @Req() request: FastifyRequest): Promise<void> {
    await this.links.decline(token, this.party2.context(request));
  }
}
