import { type DynamicModule, Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { Erasures } from './agreements/erasures.js';
import { ListedNdasController } from './agreements/listed-ndas.controller.js';
import { Credentials } from './login/credentials.js';
import { LoginMeter } from './login/login-meter.js';
import { LoginThrottle } from './login/login-throttle.js';
import { SessionController } from './login/session.controller.js';

@Module({})
export class AdminModule {
  static with(credentials: Credentials | Promise<Credentials>): DynamicModule {
    return {
      module: AdminModule,
      imports: [AgreementsModule],
      controllers: [SessionController, ListedNdasController],
      providers: [
        { provide: Credentials, useFactory: () => credentials },
        LoginMeter,
        LoginThrottle,
        Erasures,
      ],
    };
  }
}
