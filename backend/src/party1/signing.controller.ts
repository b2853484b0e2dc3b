import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { SignRequest } from '@siegel/contracts/nda/requests';
import { ndaSignedSchema, type NdaSignedView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { LINKS_OF_SIGNATURE } from './nda-links.js';
import { ReadNdaAt } from '../agreements/reading/agreement.queries.js';
import { Party1 } from './party1.js';
import { type Signing, Signatures } from '../signatures/signatures.js';

/** The API call with which both parties sign on Party 1's screen: `POST /api/ndas/{id}/sign`. */
@Controller('api/ndas')
export class SigningController {
  constructor(
    private readonly signatures: Signatures,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  @Post(':id/sign')
  @Describe({
    id: 'signNda',
    tag: 'Agreement',
    summary: 'Sign on the screen of Party 1',
    details:
      'Party 1 signs first and chooses how Party 2 signs. Before any payment or invitation Party 1 can call this again to change mode and payer. Such a call needs no signature, and the first signature stays. If the answer was lost and nobody has acted since, the client can repeat the call and gets the answer of the first one.',
    access: 'creator',
    body: SignRequest,
    examples: EXAMPLES.signNda,
    answers: {
      200: json('The NDA as it is afterwards, with a receipt', ndaSignedSchema, {
        links: LINKS_OF_SIGNATURE,
      }),
    },
    problems: [
      'nda_discarded',
      'nda_erased',
      'nda_final',
      'agreement_changed',
      'already_signed',
      'mode_fixed',
      'change_limit',
      'party1_must_sign_first',
      'remote_only',
      'invalid_signature',
    ],
  })
  @HttpCode(200)
  @RouteRules({ limit: 'signing' })
  async sign(
    @Param('id', UuidParam) id: string,
    @Body() body: SignRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaSignedView> {
    const read = await this.party1.loaded(id, request);
    const context = this.party1.context(request, body.partyNumber === '1' ? 'party1' : 'party2');
    const { revision, receipt } = await this.signatures.sign(id, signingOf(body), body, { context, read });
    return { ...(await this.queries.ask(new ReadNdaAt(id, revision))), receipt };
  }
}

const signingOf = ({ partyNumber, signatureMode, party1PaysForBoth }: SignRequest): Signing =>
  partyNumber === '1'
    ? { type: 'SignAsParty1', mode: signatureMode, party1PaysForBoth }
    : { type: 'SignAsParty2', channel: { kind: 'in-person' } };
