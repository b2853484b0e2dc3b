import { type DynamicModule, Module } from '@nestjs/common';
import { Credentials, type Passwords } from './credentials.js';
import { VoucherIssuer } from './issue-voucher.js';
import { LoginThrottle } from './login-throttle.js';
import { SessionController } from './session.controller.js';
import { ListVouchersHandler, ReadVoucherAtHandler } from './voucher.queries.js';
import { VouchersController } from './vouchers.controller.js';

@Module({})
export class AdminModule {
  static with(passwords: Passwords): DynamicModule {
    return {
      module: AdminModule,
      controllers: [SessionController, VouchersController],
      providers: [
        { provide: Credentials, useFactory: () => Credentials.of(passwords) },
        LoginThrottle,
        VoucherIssuer,
        ListVouchersHandler,
        ReadVoucherAtHandler,
      ],
    };
  }
}
