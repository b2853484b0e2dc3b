import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { inviteInfoSchema, type InviteInfoView, ndaSchema, type NdaView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { Invitations } from './invitations.js';
import { LINKS_OF_INVITATION } from './nda-links.js';
import { ReadNdaAt } from '../agreements/reading/agreement.queries.js';
import { Party1 } from './party1.js';

const inviteInfo = ({ expiresAt, remindersSent, invitationStatus }: NdaView): InviteInfoView => ({
  party2Signature: null,
  expiresAt,
  remindersSent,
  status: invitationStatus,
});

/** Party 1's calls that invite Party 2 to sign from anywhere. */
@Controller('api/ndas/:id')
export class InvitationController {
  constructor(
    private readonly invitations: Invitations,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  @Post('initiate-remote-signature')
  @Describe({
    id: 'inviteParty2',
    tag: 'Invitation',
    summary: 'Send Party 2 the link for signing',
    details:
      'The link works for seven days. In remote mode the service invites Party 2 by itself as soon as Party 1 has paid, so this call is only the fallback. In in-person mode this call changes the mode to remote. If the answer was lost and nobody has acted since, the client can repeat the call and gets the answer of the first one. The content of a request body is ignored.',
    access: 'creator',
    answers: {
      200: json('The present state of the invitation', inviteInfoSchema, { links: LINKS_OF_INVITATION }),
    },
    problems: [
      'nda_discarded',
      'nda_erased',
      'party1_must_sign_first',
      'payment_required',
      'already_signed',
      'already_invited',
      'invitation_expired',
      'invitation_limit',
      'mail_limit',
    ],
  })
  @HttpCode(200)
  async invite(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<InviteInfoView> {
    await this.party1.nda(id, request);
    return inviteInfo(await this.read(id, await this.invitations.invite(id, this.party1.context(request))));
  }

  @Post('resend-remote-invite')
  @Describe({
    id: 'remindParty2',
    tag: 'Invitation',
    summary: 'Send Party 2 the same link again',
    details:
      'Possible three times over the life of the NDA. A call within a minute of the last reminder counts as the same reminder (rule:three-manual-reminders). The content of a request body is ignored.',
    access: 'creator',
    answers: {
      200: json('The present state of the invitation', inviteInfoSchema, { links: LINKS_OF_INVITATION }),
    },
    problems: [
      'nda_discarded',
      'nda_erased',
      'not_invited',
      'invitation_expired',
      'reminders_declined',
      'reminder_limit',
      'mail_limit',
    ],
  })
  @HttpCode(200)
  async remind(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<InviteInfoView> {
    await this.party1.nda(id, request);
    return inviteInfo(await this.read(id, await this.invitations.remind(id, this.party1.context(request))));
  }

  @Post('cancel-remote-invite')
  @Describe({
    id: 'cancelInvitation',
    tag: 'Invitation',
    summary: 'Cancel the invitation',
    details:
      'The link ends at once, Party 2 gets a mail about it, and the mode is in-person again (rule:cancel-ends-the-link). The content of a request body is ignored.',
    access: 'creator',
    answers: { 200: json('The NDA as it is afterwards', ndaSchema) },
    problems: ['nda_discarded', 'nda_erased', 'already_signed', 'not_invited', 'invitation_expired'],
  })
  @HttpCode(200)
  async cancel(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<NdaView> {
    await this.party1.nda(id, request);
    return this.read(id, await this.invitations.cancel(id, this.party1.context(request)));
  }

  private read(id: string, revision: number): Promise<NdaView> {
    return this.queries.ask(new ReadNdaAt(id, revision));
  }
}
