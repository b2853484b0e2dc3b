import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { PaymentsModule } from '../payments/payments.module.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import type { Clock } from '../platform/clock.js';
import {
  BLOBS,
  CLOCK,
  EVENT_STORE,
  JOURNAL,
  LOGGER,
  POOL,
  READ_YOUR_WRITES,
  VAULT,
} from '../platform/tokens.js';
import type { Logger } from '../platform/logging/logger.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Vault } from '../vault/vault.js';
import { AddressesController } from './addresses.controller.js';
import { AskedMails } from './asked-mails.js';
import { CurrentNdas } from './current-ndas.js';
import { DeliveryRequests } from './delivery-requests.js';
import { DeviceController } from './device.controller.js';
import { Drafts } from './drafts.js';
import { EvidenceController } from './evidence-bundle/evidence.controller.js';
import { BundleEvidenceHandler } from './evidence-bundle/evidence.query.js';
import { InvitationController } from './invitation.controller.js';
import { Erasures } from './erasures.js';
import { Invitations } from './invitations.js';
import { ListedNdasController } from './listed-ndas.controller.js';
import { ListNdasHandler } from './listed-ndas.query.js';
import { NdaAccess } from './nda-access.js';
import { NdaReadModel } from './nda-read-model.js';
import { ndaQueryHandlers } from './nda.queries.js';
import { NdasController } from './ndas.controller.js';
import { OtherDevices } from './other-devices.js';
import { ListOwnNdasHandler } from './own-ndas.query.js';
import { Party1 } from './party1.js';
import { PaymentsController } from './payments.controller.js';
import { Readers } from './reader.js';
import { ListAuditedNdasHandler } from './replay/audited-ndas.query.js';
import { ReplayController } from './replay/replay.controller.js';
import { ReadHistoryHandler, ReplayNdaHandler } from './replay/replay.queries.js';
import { SignatureReader } from './signature-image/signature-reader.js';
import { Signatures } from './signatures.js';
import { SigningController } from './signing.controller.js';
import { NameWriter } from './typed-name/name-writer.js';
import { TypedNameController } from './typed-name/typed-name.controller.js';

/** Party 1's side. Needs READ_ACCESS and DELIVERY_SERVICE (tokens.ts) from a global module. */
@Module({
  imports: [PaymentsModule],
  controllers: [
    NdasController,
    ListedNdasController,
    ReplayController,
    EvidenceController,
    SigningController,
    TypedNameController,
    PaymentsController,
    InvitationController,
    AddressesController,
    DeviceController,
  ],
  providers: [
    Party1,
    Drafts,
    Signatures,
    SignatureReader,
    NameWriter,
    AskedMails,
    Invitations,
    OtherDevices,
    DeliveryRequests,
    Readers,
    NdaAccess,
    Erasures,
    ...ndaQueryHandlers,
    ListNdasHandler,
    ListOwnNdasHandler,
    ListAuditedNdasHandler,
    ReadHistoryHandler,
    ReplayNdaHandler,
    BundleEvidenceHandler,
    {
      provide: CurrentNdas,
      inject: [EVENT_STORE, JOURNAL, LOGGER],
      useFactory: (store: EventStore, journal: Journal, logger: Logger) =>
        new CurrentNdas({ store, journal, logger }),
    },
    {
      provide: NdaReadModel,
      inject: [POOL, VAULT, JOURNAL, READ_YOUR_WRITES, BLOBS, CLOCK],
      useFactory: (
        pool: Pool,
        vault: Vault,
        journal: Journal,
        readYourWrites: ReadYourWrites,
        blobs: BlobStore,
        clock: Clock,
      ) => new NdaReadModel({ pool, vault, journal, readYourWrites, blobs, clock }),
    },
  ],
  exports: [SignatureReader, CurrentNdas],
})
export class WizardModule {}
