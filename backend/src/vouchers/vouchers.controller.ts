import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Param,
  Patch,
  type PipeTransform,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import {
  IssueVoucherRequest,
  NameVoucherRecipientRequest,
  VoucherListQuery,
} from '@siegel/contracts/admin/requests';
import {
  type SearchPage,
  voucherPageSchema,
  voucherSchema,
  type VoucherView,
} from '@siegel/contracts/admin/views';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/time/clock.js';
import { commandContextOf } from '../http/requests/request-context.js';
import { Describe, json, type Link } from '../http/openapi/route-description.js';
import { Roles } from '../http/callers/role.guard.js';
import { Commands } from '../bus/commands.js';
import { Queries } from '../bus/queries.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CLOCK } from '../platform/wiring/tokens.js';
import type { VoucherCommand } from '../voucher/voucher.commands.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { VoucherIssuer } from './issue-voucher.js';
import { ListVouchers } from './listed-vouchers.query.js';
import { ReadVoucherAt } from './voucher.queries.js';

/** Accepts the id of a voucher, which is a keyed hash and not a UUID. */
@Injectable()
class VoucherIdParam implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw new RuleBroken('not_found');
    return value;
  }
}

const PATH = { id: { type: 'string', pattern: '^[0-9a-f]{64}$' } };
const toVoucher = (operationId: string, description: string): Link => ({
  operationId,
  description,
  parameters: { id: '$response.body#/id' },
});

/** Endpoints with which the admin manages vouchers (rule:admin-and-auditor). */
@Controller('api/admin/vouchers')
@Roles('admin')
export class VouchersController {
  constructor(
    private readonly queries: Queries,
    private readonly issuer: VoucherIssuer,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Describe({
    id: 'listVouchers',
    tag: 'Administration',
    summary: 'List and search vouchers, newest first',
    details: "`search` is a whole code, or a part of the recipient's name.",
    access: 'admin',
    query: VoucherListQuery,
    answers: { 200: json('One page of the vouchers', voucherPageSchema) },
  })
  list(@Query() { page, pageSize, search, status }: VoucherListQuery): Promise<SearchPage<VoucherView>> {
    return this.queries.ask(new ListVouchers({ page, pageSize, search, status }));
  }

  @Post()
  @Describe({
    id: 'issueVoucher',
    tag: 'Administration',
    summary: 'Issue a voucher',
    access: 'admin',
    body: IssueVoucherRequest,
    examples: EXAMPLES.issueVoucher,
    answers: {
      201: json('The voucher', voucherSchema, {
        links: {
          name: toVoucher('nameVoucherRecipient', 'Set the recipient of the voucher'),
          delete: toVoucher('deleteVoucher', 'Delete the voucher'),
        },
      }),
    },
  })
  async issue(@Body() body: IssueVoucherRequest, @Req() request: FastifyRequest): Promise<VoucherView> {
    const { id, revision } = await this.issuer.issue(body, this.context(request));
    return this.queries.ask(new ReadVoucherAt(id, revision));
  }

  @Patch(':id/recipient')
  @Describe({
    id: 'nameVoucherRecipient',
    tag: 'Administration',
    summary: 'Set the recipient of a voucher',
    details: 'An empty name deletes the name.',
    access: 'admin',
    path: PATH,
    body: NameVoucherRecipientRequest,
    examples: EXAMPLES.nameVoucherRecipient,
    answers: { 200: json('The voucher', voucherSchema) },
  })
  async name(
    @Param('id', VoucherIdParam) id: string,
    @Body() body: NameVoucherRecipientRequest,
    @Req() request: FastifyRequest,
  ): Promise<VoucherView> {
    const revision = await this.run(
      id,
      { type: 'NameVoucherRecipient', recipientName: body.recipientName ?? null },
      request,
    );
    return this.queries.ask(new ReadVoucherAt(id, revision));
  }

  @Delete(':id')
  @HttpCode(204)
  @Describe({
    id: 'deleteVoucher',
    tag: 'Administration',
    summary: 'Delete a voucher',
    access: 'admin',
    path: PATH,
    answers: { 204: { description: 'The voucher can no longer be used' } },
  })
  async delete(@Param('id', VoucherIdParam) id: string, @Req() request: FastifyRequest): Promise<void> {
    const revision = await this.run(id, { type: 'DeleteVoucher' }, request);
    await this.queries.ask(new ReadVoucherAt(id, revision));
  }

  /**
   * Runs a command on a voucher. Throws `not_found` where the decider throws `voucher_unknown`.
   * @throws RuleBroken not_found
   */
  private async run(id: string, command: VoucherCommand, request: FastifyRequest): Promise<number> {
    try {
      return (await this.commands.run(voucherDecider, id, command, this.context(request))).revision;
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'voucher_unknown') throw new RuleBroken('not_found');
      throw error;
    }
  }

  private context(request: FastifyRequest): CommandContext {
    return commandContextOf(request, 'admin', this.clock);
  }
}
