import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Role } from '@siegel/contracts/enums';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/logging/logger.js';
import { provideClass } from '../platform/wiring/provide-class.js';
import {
  CLOCK,
  CONFIG,
  KEYED_HASH,
  LOGGER,
  METRICS,
  PASSWORD_DIGESTS,
  POOL,
  TAMPERING,
} from '../platform/wiring/tokens.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { CreatorKey } from './callers/creator-key.js';
import { countLimited } from './observing/metrics.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { SESSION_RECORDS, type SessionRecords } from './callers/session-records.js';
import { SessionRows } from './callers/session-rows.js';
import { Sessions } from './callers/sessions.js';

/**
 * The providers that the controllers of all folders share. A global module must provide the tokens of
 * `platform/wiring/tokens.ts`.
 */
@Global()
@Module({
  providers: [
    provideClass(CreatorKey, [KEYED_HASH, CONFIG]),
    {
      provide: Sessions,
      inject: [POOL, SESSION_RECORDS, CLOCK, KEYED_HASH, TAMPERING, PASSWORD_DIGESTS, CONFIG],
      useFactory: (
        pool: Pool,
        records: SessionRecords,
        clock: Clock,
        keyedHash: KeyedHash,
        tampering: Tampering,
        passwords: Readonly<Record<Role, string>>,
        config: Config,
      ) =>
        new Sessions(
          { rows: new SessionRows(pool), records, clock, keyedHash, tampering, passwords },
          config,
        ),
    },
    {
      provide: RateLimiter,
      inject: [POOL, CLOCK, KEYED_HASH, LOGGER, CONFIG, METRICS],
      useFactory: (
        pool: Pool,
        clock: Clock,
        keyedHash: KeyedHash,
        logger: Logger,
        config: Config,
        metrics: Registry,
      ) =>
        new RateLimiter(
          { pool, clock, keyedHash, logger, onLimited: countLimited(metrics) },
          config.rateLimitFactor,
        ),
    },
  ],
  exports: [CreatorKey, Sessions, RateLimiter],
})
export class HttpModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(RateLimiter) private readonly limiter: RateLimiter) {}

  onApplicationBootstrap(): void {
    this.limiter.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.limiter.stop();
  }
}
