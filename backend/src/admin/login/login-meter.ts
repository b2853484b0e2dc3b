import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@siegel/contracts/enums';
import { Counter, type Registry } from 'prom-client';
import { METRICS } from '../../platform/wiring/tokens.js';

const ROLES = ['admin', 'auditor'] as const satisfies readonly Role[];
const REASONS = ['invalid_password', 'throttled'] as const;

/** Counts logins by role. A failed login has no role, because a wrong password belongs to none. */
@Injectable()
export class LoginMeter {
  private readonly logins: Counter<'role'>;
  private readonly failures: Counter<'reason'>;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    this.logins = new Counter({
      name: 'logins_total',
      help: 'Logins of admin and auditor.',
      labelNames: ['role'] as const,
      registers,
    });
    this.failures = new Counter({
      name: 'login_failures_total',
      help: 'Failed logins: with a wrong password, or throttled after earlier failures.',
      labelNames: ['reason'] as const,
      registers,
    });
    for (const role of ROLES) this.logins.inc({ role }, 0);
    for (const reason of REASONS) this.failures.inc({ reason }, 0);
  }

  succeeded(role: Role): void {
    this.logins.inc({ role });
  }

  failed(reason: (typeof REASONS)[number]): void {
    this.failures.inc({ reason });
  }
}
