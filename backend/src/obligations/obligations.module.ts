import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { ClosedStreamsModule } from '../closed-streams/closed-streams.module.js';
import { EndedObligations } from '../closed-streams/ended-obligations.js';
import { Commands } from '../bus/commands.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import type { Clock } from '../platform/time/clock.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { CurrentStates, openStateOf } from '../eventsourcing/states/current-states.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import {
  CLOCK,
  TRUSTED_LOG,
  JOURNAL,
  LOGGER,
  POOL,
  READ_YOUR_WRITES,
  TAMPERING,
} from '../platform/wiring/tokens.js';
import { ConfirmedObligations } from './confirmed-obligations.js';
import { ClosableNdas, type ClosableStreams, CloseObligation } from './close-obligation.js';
import { ListObligationsHandler, ReadOldestObligationsHandler } from './obligation.queries.js';
import { ObligationsController } from './obligations.controller.js';
import { type ObligationQuery, Owed } from './owed.js';
import { OTHER_CLOSABLE_STREAMS, OTHER_OBLIGATION_QUERIES } from './tokens.js';

/**
 * Capacity of the cache of NDA states. `ConfirmedObligations` checks the listed obligations against these
 * states. The cache can hold the states for several pages of the list.
 */
const KEEPS = { states: 500, bytes: 8 * 1024 * 1024 };

/** Needs a global module that provides the obligations of other folders under the tokens in tokens.ts. */
@Module({
  imports: [ClosedStreamsModule],
  controllers: [ObligationsController],
  providers: [
    {
      provide: Owed,
      inject: [POOL, CLOCK, OTHER_OBLIGATION_QUERIES, EndedObligations],
      useFactory: (pool: Pool, clock: Clock, queries: readonly ObligationQuery[], ended: EndedObligations) =>
        new Owed(pool, clock, queries, () => ended.facts()),
    },
    {
      provide: CloseObligation,
      inject: [Owed, Commands, READ_YOUR_WRITES, TAMPERING, EndedObligations, OTHER_CLOSABLE_STREAMS],
      useFactory: (
        owed: Owed,
        commands: Commands,
        readYourWrites: ReadYourWrites,
        tampering: Tampering,
        ended: EndedObligations,
        others: readonly ClosableStreams[],
      ) => {
        const ndas = new ClosableNdas({ owed, commands, readYourWrites, tampering, ended });
        return new CloseObligation([ndas, ...others], owed);
      },
    },
    {
      provide: ConfirmedObligations,
      inject: [TRUSTED_LOG, JOURNAL, CLOCK, LOGGER, TAMPERING, EndedObligations],
      useFactory: (
        log: TrustedLog,
        journal: Journal,
        clock: Clock,
        logger: Logger,
        tampering: Tampering,
        ended: EndedObligations,
      ) => {
        const states = new CurrentStates({ log, journal, fold: openStateOf(ndaDecider), keeps: KEEPS });
        return new ConfirmedObligations({ states, log, clock, logger, tampering, ended });
      },
    },
    ListObligationsHandler,
    ReadOldestObligationsHandler,
  ],
})
export class ObligationsModule {}
