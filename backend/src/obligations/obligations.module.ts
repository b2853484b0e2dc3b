import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { Module } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import type { Clock } from '../platform/time/clock.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { CurrentStates, openStateOf } from '../eventsourcing/states/current-states.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { provideClass } from '../platform/wiring/provide-class.js';
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
import { Owed } from './owed.js';
import { OTHER_CLOSABLE_STREAMS, OTHER_OBLIGATION_QUERIES } from './tokens.js';

/**
 * Capacity of the cache of NDA states. `ConfirmedObligations` checks the listed obligations against these
 * states. The cache can hold the states for several pages of the list.
 */
const KEEPS = { states: 500, bytes: 8 * 1024 * 1024 };

/** Needs a global module that provides the obligations of other folders under the tokens in tokens.ts. */
@Module({
  controllers: [ObligationsController],
  providers: [
    provideClass(Owed, [POOL, CLOCK, OTHER_OBLIGATION_QUERIES]),
    {
      provide: CloseObligation,
      inject: [Owed, Commands, READ_YOUR_WRITES, TAMPERING, OTHER_CLOSABLE_STREAMS],
      useFactory: (
        owed: Owed,
        commands: Commands,
        readYourWrites: ReadYourWrites,
        tampering: Tampering,
        others: readonly ClosableStreams[],
      ) => {
        const ndas = new ClosableNdas({ owed, commands, readYourWrites, tampering });
        return new CloseObligation([ndas, ...others], owed);
      },
    },
    {
      provide: ConfirmedObligations,
      inject: [TRUSTED_LOG, JOURNAL, CLOCK, LOGGER, TAMPERING],
      useFactory: (log: TrustedLog, journal: Journal, clock: Clock, logger: Logger, tampering: Tampering) => {
        const states = new CurrentStates({ log, journal, fold: openStateOf(ndaDecider), keeps: KEEPS });
        return new ConfirmedObligations({ states, log, clock, logger, tampering });
      },
    },
    ListObligationsHandler,
    ReadOldestObligationsHandler,
  ],
})
export class ObligationsModule {}
