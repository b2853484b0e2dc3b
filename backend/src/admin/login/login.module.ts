import { type DynamicModule, Module } from '@nestjs/common';
import { Credentials } from './credentials.js';
import { LoginMeter } from './login-meter.js';
import { LoginThrottle } from './login-throttle.js';
import { SessionController } from './session.controller.js';

/** Provides the sessions of the admin and the auditor. A session is opened with a password. */
@Module({})
export class LoginModule {
  static with(credentials: Credentials | Promise<Credentials>): DynamicModule {
    return {
      module: LoginModule,
      controllers: [SessionController],
      providers: [{ provide: Credentials, useFactory: () => credentials }, LoginMeter, LoginThrottle],
    };
  }
}
