import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { SignRequest } from '@siegel/contracts/nda/requests';
import type { NdaSignedView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { UuidParam } from '../http/uuid-param.pipe.js';
import { ReadNdaAt } from './nda.queries.js';
import { Party1 } from './party1.js';
import { Signatures } from './signatures.js';

/** Signing on Party 1's screen: `POST /api/ndas/{id}/sign`. */
@Controller('api/ndas')
export class SigningController {
  constructor(
    private readonly signatures: Signatures,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  @Post(':id/sign')
  @HttpCode(200)
  async sign(
    @Param('id', UuidParam) id: string,
    @Body() body: SignRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaSignedView> {
    await this.party1.nda(id, request);
    const context = this.party1.context(request, body.partyNumber === '1' ? 'party1' : 'party2');
    const { revision, receipt } = await this.signatures.sign(id, body, context);
    return { ...(await this.queries.ask(new ReadNdaAt(id, revision))), receipt };
  }
}
