import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { EVENT_STORE, JOURNAL, MAY_RECORD } from '../platform/wiring/tokens.js';
import { AccessLog } from './access-log.js';
import { EvidenceController } from './evidence-bundle/evidence.controller.js';
import { BundleEvidenceHandler } from './evidence-bundle/evidence.query.js';
import { ReadingsController } from './readings.controller.js';
import { ListReadingsHandler } from './readings.query.js';
import { ListAuditedNdasHandler } from './replay/audited-ndas.query.js';
import { Histories } from './replay/histories.js';
import { ReplayController } from './replay/replay.controller.js';
import { ReadHistoryHandler, ReplayNdaHandler } from './replay/replay.queries.js';

/** Who read what, and the histories and proofs that an auditor reads. */
@Module({
  imports: [AgreementsModule],
  controllers: [ReadingsController, ReplayController, EvidenceController],
  providers: [
    ListReadingsHandler,
    ListAuditedNdasHandler,
    Histories,
    ReadHistoryHandler,
    ReplayNdaHandler,
    BundleEvidenceHandler,
    {
      provide: AccessLog,
      inject: [JOURNAL, EVENT_STORE, MAY_RECORD],
      useFactory: (journal: Journal, store: EventStore, assertMayRecord: () => void) =>
        new AccessLog({ journal, store, assertMayRecord }),
    },
  ],
  exports: [AccessLog],
})
export class AuditModule {}
