import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import {
  BLOBS,
  CLOCK,
  EVENT_STORE,
  JOURNAL,
  LOGGER,
  POOL,
  READ_YOUR_WRITES,
  VAULT,
} from '../platform/wiring/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Vault } from '../vault/vault.js';
import { CurrentNdas } from './current-ndas.js';
import { NdaReadModel } from './nda-read-model.js';

/** The one stored agreement, and the views that are made of it. */
@Module({
  providers: [
    {
      provide: CurrentNdas,
      inject: [EVENT_STORE, JOURNAL, LOGGER],
      useFactory: (store: EventStore, journal: Journal, logger: Logger) =>
        new CurrentNdas({ store, journal, logger }),
    },
    {
      provide: NdaReadModel,
      inject: [POOL, VAULT, JOURNAL, READ_YOUR_WRITES, BLOBS, CLOCK, CurrentNdas],
      useFactory: (
        pool: Pool,
        vault: Vault,
        journal: Journal,
        readYourWrites: ReadYourWrites,
        blobs: BlobStore,
        clock: Clock,
        current: CurrentNdas,
      ) => new NdaReadModel({ pool, vault, journal, readYourWrites, blobs, clock, current }),
    },
  ],
  exports: [CurrentNdas, NdaReadModel],
})
export class AgreementsModule {}
