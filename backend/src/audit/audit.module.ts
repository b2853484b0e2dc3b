import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import { JOURNAL, MAY_RECORD, TRUSTED_LOG } from '../platform/wiring/tokens.js';
import { AccessLog } from './access-log.js';
import { EvidenceController } from './evidence-bundle/evidence.controller.js';
import { BundleEvidenceHandler } from './evidence-bundle/evidence.query.js';
import { ReadingsController } from './readings.controller.js';
import { ListReadingsHandler } from './readings.query.js';
import { ListAuditedNdasHandler } from './replay/audited-ndas.query.js';
import { Histories } from './replay/histories.js';
import { ReplayController } from './replay/replay.controller.js';
import { ReadHistoryHandler, ReplayNdaHandler } from './replay/replay.queries.js';

/** Provides the list of readings of personal data, and the histories and proofs that an auditor reads. */
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
    provideClassWithParts(AccessLog, { journal: JOURNAL, log: TRUSTED_LOG, assertMayRecord: MAY_RECORD }),
  ],
  exports: [AccessLog],
})
export class AuditModule {}
