import { Controller, Get, Module, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AccessLog } from '#src/audit/access-log';
import { Roles } from '#src/http/callers/role.guard';
import { SESSION_RECORDS } from '#src/http/callers/session-records';
import {
  createTestApp,
  TEST_KEYED_HASH,
  type TestApp,
  type TestAppOptions,
} from '#src/http/testing/test-app';
import type { TestInfrastructure } from './test-infrastructure.js';
import { Credentials } from '#src/admin/login/credentials';
import { LoginTurns } from '#src/admin/login/login-turns';
import { LoginMeter } from '#src/admin/login/login-meter';
import { LoginThrottle } from '#src/admin/login/login-throttle';
import { SessionController } from '#src/admin/login/session.controller';

@Controller('api/guarded')
@Roles('admin')
class GuardedController {
  @Get('admin')
  admin(@Req() req: FastifyRequest): object {
    return { role: req.session?.role };
  }

  @Post('admin')
  act(): void {
    // Does nothing, because only the steps before this handler are tested.
  }

  @Get('audit')
  @Roles('admin', 'auditor')
  audit(@Req() req: FastifyRequest): object {
    return { role: req.session?.role };
  }
}

@Module({
  controllers: [SessionController, GuardedController],
  providers: [
    {
      provide: Credentials,
      useFactory: () =>
        Credentials.of(
          { adminPassword: 'correct horse', auditorPassword: 'battery staple' },
          TEST_KEYED_HASH,
          // The clock of waiting logins does not move. Otherwise, on a slow machine, the fourth of five
          // logins would be refused because it waited too long.
          new LoginTurns(() => 0),
        ),
    },
    LoginMeter,
    LoginThrottle,
  ],
})
class LoginModule {}

/**
 * An application in which admin and auditor log in. It represents one of several backends on one database.
 */
export function loginApp(
  { infrastructure: { pool, journal, log, clock } }: TestInfrastructure,
  { platform = new Map(), ...options }: Partial<TestAppOptions> = {},
): Promise<TestApp> {
  const records = new AccessLog({ journal, log, assertMayRecord: () => undefined });
  return createTestApp({
    database: { pool },
    imports: [LoginModule],
    clock,
    env: { TRUST_PROXY: '127.0.0.1' },
    ...options,
    platform: new Map<symbol, unknown>([[SESSION_RECORDS, records], ...platform]),
  });
}
