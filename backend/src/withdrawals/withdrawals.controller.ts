import { Body, Controller, Get, Header, Headers, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { WithdrawalRequest } from '@siegel/contracts/withdrawal/requests';
import {
  withdrawalReceivedSchema,
  type WithdrawalReceivedView,
  withdrawalSchema,
  type WithdrawalView,
} from '@siegel/contracts/withdrawal/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { idempotencyKeyOf } from '../http/requests/idempotency-key.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { clientOf } from '../http/callers/client.js';
import { commandContextOf, languageOf } from '../http/requests/request-context.js';
import { Roles } from '../http/callers/role.guard.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { CLOCK, LOGGER } from '../platform/wiring/tokens.js';
import { WithdrawalDesk } from './declare-withdrawal.js';
import { ReadWithdrawal } from './withdrawal.queries.js';

/** Withdrawals from contracts (rule:withdrawal). */
@Controller('api')
export class WithdrawalsController {
  constructor(
    private readonly desk: WithdrawalDesk,
    private readonly queries: Queries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('withdrawals')
  @HttpCode(202)
  @Describe({
    id: 'declareWithdrawal',
    tag: 'Site',
    summary: 'Withdraw from a contract',
    details:
      "No cookie, account or reason is needed. The service accepts the withdrawal whether or not it knows the reference. It mails a receipt to the given address. The receipt repeats the sender's words only if the reference names a paid order and the address is or was an address of the party of that order. The service sends no receipt (`withheld`) beyond 5 withdrawals an hour per client address, and beyond three receipts in 24 hours per mailbox. It refuses the withdrawal beyond 50 an hour per client address, or 500 an hour in all. `detail` then names the operator's address and telephone number. None of these limits applies to a person who withdraws from their own order. Refused bodies do not count towards the limits. The service refunds or stops nothing by itself. The same text under the same `Idempotency-Key` is one withdrawal.",
    access: 'everybody',
    body: WithdrawalRequest,
    headers: ['Idempotency-Key'],
    examples: EXAMPLES.declareWithdrawal,
    answers: {
      202: json(
        'The number of the withdrawal, the time when it was received, and whether a receipt is mailed',
        withdrawalReceivedSchema,
      ),
    },
  })
  declare(
    @Body() body: WithdrawalRequest,
    @Headers('idempotency-key') header: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<WithdrawalReceivedView> {
    return this.desk.declare({
      request: body,
      language: languageOf(request),
      idempotencyKey: idempotencyKeyOf(header),
      client: clientOf(request),
      context: commandContextOf(request, 'anybody', this.clock),
    });
  }

  @Get('admin/withdrawals/:id')
  @Roles('admin')
  @Header('Cache-Control', 'private, no-store')
  @Describe({
    id: 'readWithdrawal',
    tag: 'Administration',
    summary: 'Read a withdrawal that a person has to answer',
    details:
      'The id is that of the obligation of the withdrawal. The declaration is null after its retention period. `order` is null if the service does not know the reference.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    answers: { 200: json('The declaration, and the known facts about the order', withdrawalSchema) },
  })
  async read(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<WithdrawalView> {
    const found = await this.queries.ask(new ReadWithdrawal(id));
    this.logger.info(
      { requestId: request.id, withdrawal: found.number, role: 'admin' },
      'personal data was read: an admin opened a withdrawal',
    );
    return found;
  }
}
