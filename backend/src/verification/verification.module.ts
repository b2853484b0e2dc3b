import { createHash } from 'node:crypto';
import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import { StreamRecords } from '../closed-streams/records.js';
import type { Clock } from '../platform/time/clock.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { SealTrustSource } from '../pades/seal-trust.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import {
  CLOCK,
  JOURNAL,
  POOL,
  SEAL_TRUST,
  TAMPERING,
  TREE_TRUST,
  TRUSTED_LOG,
} from '../platform/wiring/tokens.js';
import { hashesAt } from '../proof/leaves.js';
import type { TreeTrust } from '../proof/tree-parts.js';
import { CheckpointsController, LogVerificationController } from './checkpoints.controller.js';
import {
  ListCheckpointsHandler,
  MakeCheckpointHandler,
  ProveReceiptHandler,
  VerifyNdaHandler,
} from './checkpoints.queries.js';
import { documentRecords } from './document-records.js';
import { VERIFICATION_PARTS, type ServedVerification } from './tokens.js';
import { VerificationController } from './verification.controller.js';
import { ReadSealCertificatesHandler, VerifyDocumentHandler } from './verification.queries.js';
import { SigningKeysController, WholeLogController } from './whole-log.controller.js';
import {
  BeginVerificationHandler,
  ListSigningKeysHandler,
  ReadVerificationHandler,
} from './whole-log.queries.js';

const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

@Module({
  controllers: [
    VerificationController,
    CheckpointsController,
    LogVerificationController,
    WholeLogController,
    SigningKeysController,
  ],
  providers: [
    VerifyDocumentHandler,
    ReadSealCertificatesHandler,
    ListCheckpointsHandler,
    ProveReceiptHandler,
    MakeCheckpointHandler,
    VerifyNdaHandler,
    BeginVerificationHandler,
    ReadVerificationHandler,
    ListSigningKeysHandler,
    {
      provide: VERIFICATION_PARTS,
      inject: [SEAL_TRUST, TRUSTED_LOG, JOURNAL, CLOCK, POOL, TAMPERING, TREE_TRUST, Commands],
      useFactory: (
        trust: SealTrustSource,
        log: TrustedLog,
        journal: Journal,
        clock: Clock,
        pool: Pool,
        tampering: Tampering,
        tree: TreeTrust,
        commands: Commands,
      ): ServedVerification => ({
        certificates: trust.certificates,
        trust: async () => ({
          fingerprints: new Set((await trust.certificates()).map(fingerprintOf)),
          timestampRoots: trust.timestampRoots,
        }),
        record: documentRecords({
          log,
          journal,
          recordsAbout: (stream) => new StreamRecords(commands).readWhole(stream),
          leafAt: async (stream, revision) =>
            (await hashesAt(pool, tree.seals.leaves, [{ stream, revision }])).get(`${stream}@${revision}`),
          configured: fingerprintOf(trust.own),
          tampering,
        }),
        now: () => clock.now(),
      }),
    },
  ],
})
export class VerificationModule {}
