import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.js';
import { CLOCK, POOL } from '../platform/tokens.js';
import {
  AwaitObligationsHandler,
  FindObligedNdaHandler,
  ListObligationsHandler,
} from './obligation.queries.js';
import { ObligationsController } from './obligations.controller.js';
import { Owed, type OwedElsewhere } from './owed.js';
import { OWED_ELSEWHERE } from './tokens.js';

@Module({
  controllers: [ObligationsController],
  providers: [
    {
      provide: Owed,
      inject: [POOL, CLOCK, OWED_ELSEWHERE],
      useFactory: (pool: Pool, clock: Clock, elsewhere: readonly OwedElsewhere[]) =>
        new Owed(pool, clock, elsewhere),
    },
    ListObligationsHandler,
    FindObligedNdaHandler,
    AwaitObligationsHandler,
  ],
})
export class ObligationsModule {}
