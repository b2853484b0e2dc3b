import { Controller, Headers, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { continuedSchema, type ContinuedView, ndaSchema, type NdaView } from '@siegel/contracts/nda/view';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { CreatorKey } from '../http/callers/creator-key.js';
import { idempotencyKeyOf } from '../http/requests/idempotency-key.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { lostCookieSeedOfLink } from './lost-cookie.js';
import { LINKS_OF_CONTINUING } from './nda-links.js';
import { ReadNdaAt } from '../agreements/reading/agreement.queries.js';
import { OtherDevices } from './other-devices.js';
import { Party1 } from './party1.js';

/** API calls that let a browser forget its creator key, and give other browsers access. */
@Controller('api')
export class DeviceController {
  constructor(
    private readonly creatorKey: CreatorKey,
    private readonly devices: OtherDevices,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  /**
   * Records nothing. Only the browser knows the secret of the key, so deleting the cookie suffices
   * (rule:forget-this-device).
   */
  @Post('forget-device')
  @HttpCode(204)
  @Describe({
    id: 'forgetDevice',
    tag: 'Agreement',
    summary: 'Forget this browser',
    details:
      'The cookie of the browser is deleted, so the browser opens no NDA any more (rule:forget-this-device).',
    access: 'everybody',
    answers: { 204: { description: 'The service treats the browser as a new one', headers: ['Set-Cookie'] } },
  })
  forget(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): void {
    this.creatorKey.forget(request, reply);
  }

  @Post('ndas/:id/continue-link')
  @HttpCode(202)
  @Describe({
    id: 'sendContinueLink',
    tag: 'Agreement',
    summary: 'Mail Party 1 a link to continue in another browser',
    details:
      'The link works for a day and for one browser (rule:continue-link-lets-in-one). Party 1 can get three links a day. The content of a request body is ignored.',
    access: 'creator',
    answers: { 202: { description: 'The service will send the mail' } },
    problems: ['nda_discarded', 'nda_erased', 'mail_limit'],
  })
  async sendLink(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<void> {
    await this.party1.nda(id, request);
    await this.devices.sendLink(id, this.party1.context(request));
  }

  @Post('continue/:token')
  @HttpCode(200)
  @Describe({
    id: 'continueNda',
    tag: 'Agreement',
    summary: 'Continue in this browser, with the link from the mail',
    details:
      'From then on the cookie of the browser opens the NDA. A browser that already has a cookie keeps it. If the answer was lost, the browser can repeat the call with the same `Idempotency-Key`. The content of a request body is ignored.',
    access: 'everybody',
    path: {
      token: { type: 'string', pattern: '^[A-Za-z0-9_-]{65}$', description: 'The secret in the link' },
    },
    headers: ['Idempotency-Key'],
    answers: {
      200: json('The NDA that this browser opens now', continuedSchema, {
        headers: ['Set-Cookie'],
        links: LINKS_OF_CONTINUING,
      }),
    },
    problems: ['invalid_link', 'link_expired', 'link_used', 'nda_discarded', 'nda_erased'],
  })
  async continue(
    @Param('token') token: string,
    @Headers('idempotency-key') header: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ContinuedView> {
    const seed = lostCookieSeedOfLink(idempotencyKeyOf(header), token);
    const { hash, give } = this.creatorKey.offer(request, seed);
    const keys = { ownKeys: this.creatorKey.hashesOf(request), offered: hash };
    const id = await this.devices.grantAccess(token, keys, this.party1.context(request));
    give(reply);
    return { id };
  }

  @Post('ndas/:id/end-other-access')
  @HttpCode(200)
  @Describe({
    id: 'endOtherAccess',
    tag: 'Agreement',
    summary: 'End the access of all other browsers',
    details: 'Open links to continue end, too. The content of a request body is ignored.',
    access: 'creator',
    answers: { 200: json('The NDA as it is afterwards', ndaSchema) },
    problems: ['nda_discarded', 'nda_erased'],
  })
  async endOthers(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<NdaView> {
    const kept = await this.party1.keyOf(id, request);
    const revision = await this.devices.endOtherAccess(id, kept, this.party1.context(request));
    return this.queries.ask(new ReadNdaAt(id, revision));
  }
}
