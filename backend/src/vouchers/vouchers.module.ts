import { Module } from '@nestjs/common';
import { VoucherIssuer } from './issue-voucher.js';
import { ListVouchersHandler } from './listed-vouchers.query.js';
import { ReadVoucherFiguresHandler } from './voucher-figures.queries.js';
import { ReadVoucherAtHandler } from './voucher.queries.js';
import { VouchersController } from './vouchers.controller.js';

/** Endpoints with which the admin manages vouchers. */
@Module({
  controllers: [VouchersController],
  providers: [VoucherIssuer, ListVouchersHandler, ReadVoucherAtHandler, ReadVoucherFiguresHandler],
})
export class VouchersModule {}
