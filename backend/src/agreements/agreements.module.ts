import { Module } from '@nestjs/common';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import {
  BLOBS,
  CLOCK,
  TRUSTED_LOG,
  JOURNAL,
  LOGGER,
  POOL,
  READ_YOUR_WRITES,
  TAMPERING,
  VAULT,
} from '../platform/wiring/tokens.js';
import { CurrentNdas } from './current-ndas.js';
import { ListNdasHandler } from './finding/listed-ndas.query.js';
import { ListOwnNdasHandler } from './finding/own-ndas.query.js';
import { NdaReadModel } from './nda-read-model.js';
import { ndaQueryHandlers } from './reading/agreement.queries.js';
import { NdaAccess } from './reading/nda-access.js';
import { Readers } from './reading/reader.js';

/**
 * Provides the stored agreements and their views, and checks who may read them. Needs READ_ACCESS and
 * DELIVERY_SERVICE (reading/tokens.ts) from a global module.
 */
@Module({
  providers: [
    provideClassWithParts(CurrentNdas, { log: TRUSTED_LOG, journal: JOURNAL, logger: LOGGER }),
    provideClassWithParts(NdaReadModel, {
      pool: POOL,
      vault: VAULT,
      journal: JOURNAL,
      readYourWrites: READ_YOUR_WRITES,
      blobs: BLOBS,
      clock: CLOCK,
      current: CurrentNdas,
      tampering: TAMPERING,
      log: TRUSTED_LOG,
    }),
    Readers,
    NdaAccess,
    ...ndaQueryHandlers,
    ListNdasHandler,
    ListOwnNdasHandler,
  ],
  exports: [CurrentNdas, NdaReadModel, Readers, NdaAccess],
})
export class AgreementsModule {}
