import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import type { Clock } from '../platform/clock.js';
import { CLOCK, POOL, READ_YOUR_WRITES } from '../platform/tokens.js';
import { ClosableNdas, type ClosableStreams, CloseObligation } from './close-obligation.js';
import { ListObligationsHandler, ReadOldestObligationsHandler } from './obligation.queries.js';
import { ObligationsController } from './obligations.controller.js';
import { Owed, type OwedElsewhere } from './owed.js';
import { CLOSABLE_ELSEWHERE, OWED_ELSEWHERE } from './tokens.js';

/** Needs what is owed elsewhere (tokens.ts) from a global module. */
@Module({
  controllers: [ObligationsController],
  providers: [
    {
      provide: Owed,
      inject: [POOL, CLOCK, OWED_ELSEWHERE],
      useFactory: (pool: Pool, clock: Clock, elsewhere: readonly OwedElsewhere[]) =>
        new Owed(pool, clock, elsewhere),
    },
    {
      provide: CloseObligation,
      inject: [Owed, Commands, READ_YOUR_WRITES, CLOSABLE_ELSEWHERE],
      useFactory: (
        owed: Owed,
        commands: Commands,
        readYourWrites: ReadYourWrites,
        elsewhere: readonly ClosableStreams[],
      ) => new CloseObligation([new ClosableNdas({ owed, commands, readYourWrites }), ...elsewhere], owed),
    },
    ListObligationsHandler,
    ReadOldestObligationsHandler,
  ],
})
export class ObligationsModule {}
