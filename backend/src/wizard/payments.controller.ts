import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { NdaView, PaymentIntentView } from '@siegel/contracts/nda/view';
import {
  ApplyVoucherRequest,
  ConfirmPaymentRequest,
  CreatePaymentIntentRequest,
} from '@siegel/contracts/payments/requests';
import type { FastifyRequest } from 'fastify';
import { PaymentService } from '../payments/payment-service.js';
import { RouteRules } from '../http/route-rules.js';
import { Queries } from '../bus/queries.js';
import { UuidParam } from '../http/uuid-param.pipe.js';
import { ReadNdaAt } from './nda.queries.js';
import { Party1 } from './party1.js';

/** Milliseconds: the provider is asked up to three times (rule:answer-within-five-seconds). */
const PROVIDER_MS = 15_000;

/** What Party 1 pays (rule:price). */
@Controller('api/ndas/:id')
export class PaymentsController {
  constructor(
    private readonly service: PaymentService,
    private readonly queries: Queries,
    private readonly party1: Party1,
  ) {}

  @Post('create-payment-intent')
  @HttpCode(200)
  @RouteRules({ answerWithinMs: PROVIDER_MS })
  async open(
    @Param('id', UuidParam) id: string,
    @Body() _body: CreatePaymentIntentRequest,
    @Req() request: FastifyRequest,
  ): Promise<PaymentIntentView> {
    await this.party1.nda(id, request);
    return this.service.open(id, 1, this.party1.context(request));
  }

  @Post('confirm-payment')
  @HttpCode(200)
  @RouteRules({ answerWithinMs: PROVIDER_MS })
  async confirm(
    @Param('id', UuidParam) id: string,
    @Body() body: ConfirmPaymentRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaView> {
    await this.party1.nda(id, request);
    const revision = await this.service.confirm(id, body.paymentIntentId, this.party1.context(request));
    return this.queries.ask(new ReadNdaAt(id, revision));
  }

  @Post('apply-voucher')
  @HttpCode(200)
  @RouteRules({ limit: 'wrongVouchers', answerWithinMs: PROVIDER_MS })
  async applyVoucher(
    @Param('id', UuidParam) id: string,
    @Body() body: ApplyVoucherRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaView> {
    await this.party1.nda(id, request);
    const party = body.partyNumber === '2' ? 2 : 1;
    const revision = await this.service.applyVoucher(
      id,
      party,
      body.voucherCode,
      this.party1.context(request),
    );
    return this.queries.ask(new ReadNdaAt(id, revision));
  }
}
