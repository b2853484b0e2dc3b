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
import { ListNdasHandler } from './finding/listed-ndas.query.js';
import { ListOwnNdasHandler } from './finding/own-ndas.query.js';
import { NdaReadModel } from './nda-read-model.js';
import { ndaQueryHandlers } from './reading/agreement.queries.js';
import { NdaAccess } from './reading/nda-access.js';
import { Readers } from './reading/reader.js';

/**
 * The one stored agreement, the views that are made of it, and who may read them. Needs READ_ACCESS and
 * DELIVERY_SERVICE (reading/tokens.ts) from a global module.
 */
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
    Readers,
    NdaAccess,
    ...ndaQueryHandlers,
    ListNdasHandler,
    ListOwnNdasHandler,
  ],
  exports: [CurrentNdas, NdaReadModel, Readers, NdaAccess],
})
export class AgreementsModule {}
