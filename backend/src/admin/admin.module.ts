import { type DynamicModule, Module } from '@nestjs/common';
import { Credentials } from './login/credentials.js';
import { VoucherIssuer } from '../vouchers/issue-voucher.js';
import { LoginMeter } from './login/login-meter.js';
import { LoginThrottle } from './login/login-throttle.js';
import { SessionController } from './login/session.controller.js';
import { ListVouchersHandler } from '../vouchers/listed-vouchers.query.js';
import { ReadVoucherAtHandler } from '../vouchers/voucher.queries.js';
import { ReadVoucherFiguresHandler } from '../vouchers/voucher-figures.queries.js';
import { VouchersController } from '../vouchers/vouchers.controller.js';

@Module({})
export class AdminModule {
  static with(credentials: Credentials | Promise<Credentials>): DynamicModule {
    return {
      module: AdminModule,
      controllers: [SessionController, VouchersController],
      providers: [
        { provide: Credentials, useFactory: () => credentials },
        LoginMeter,
        LoginThrottle,
        VoucherIssuer,
        ListVouchersHandler,
        ReadVoucherAtHandler,
        ReadVoucherFiguresHandler,
      ],
    };
  }
}
