import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { CorrectParty1AddressRequest, CorrectParty2AddressRequest } from '@siegel/contracts/nda/requests';
import { ndaSchema, type NdaView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { Invitations } from './invitations.js';
import { ReadNdaAt } from '../agreements/reading/agreement.queries.js';
import { Party1 } from './party1.js';

/**
 * The calls that correct the mail address of a party. Each party's address can be corrected twice
 * (rule:three-invitations-three-addresses).
 */
@Controller('api/ndas/:id')
export class AddressesController {
  constructor(
    private readonly invitations: Invitations,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  @Patch('party2-email')
  @Describe({
    id: 'correctParty2Address',
    tag: 'Invitation',
    summary: 'Correct the address of Party 2',
    details:
      'Possible until Party 2 has signed through a link, or until the document is due. An open invitation gets a new link and keeps its expiry (rule:corrected-address-keeps-the-expiry). If the address is the same as before, nothing changes.',
    access: 'creator',
    body: CorrectParty2AddressRequest,
    examples: EXAMPLES.correctParty2Address,
    answers: { 200: json('The NDA as it is afterwards', ndaSchema) },
    problems: ['nda_discarded', 'nda_erased', 'nda_final', 'address_limit', 'invitation_expired'],
  })
  async ofParty2(
    @Param('id', UuidParam) id: string,
    @Body() { party2Email }: CorrectParty2AddressRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaView> {
    await this.party1.nda(id, request);
    const context = this.party1.context(request);
    return this.read(id, await this.invitations.correctParty2(id, party2Email, context));
  }

  @Patch('party1-email')
  @Describe({
    id: 'correctParty1Address',
    tag: 'Invitation',
    summary: 'Correct the address of Party 1',
    details: 'Possible until the document is due. If the address is the same as before, nothing changes.',
    access: 'creator',
    body: CorrectParty1AddressRequest,
    examples: EXAMPLES.correctParty1Address,
    answers: { 200: json('The NDA as it is afterwards', ndaSchema) },
    problems: ['nda_discarded', 'nda_erased', 'nda_final', 'address_limit'],
  })
  async ofParty1(
    @Param('id', UuidParam) id: string,
    @Body() { party1Email }: CorrectParty1AddressRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaView> {
    await this.party1.nda(id, request);
    const context = this.party1.context(request);
    return this.read(id, await this.invitations.correctParty1(id, party1Email, context));
  }

  private read(id: string, revision: number): Promise<NdaView> {
    return this.queries.ask(new ReadNdaAt(id, revision));
  }
}
