import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Config } from '../platform/config/config.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { Commands } from '../bus/commands.js';
import type { Logger } from '../platform/logging/logger.js';
import type { PdfSeal } from '../pades/pdf-seal.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import {
  BACKGROUND_BLOBS,
  BACKGROUND_POOL,
  BLOBS,
  CLOCK,
  CONFIG,
  TRUSTED_LOG,
  LINK_TOKENS,
  LOGGER,
  METRICS,
  POOL,
  RECEIPTS,
  SEAL,
  TRACING,
  VAULT,
} from '../platform/wiring/tokens.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import type { Receipts } from '../vault/receipts.js';
import type { Vault } from '../vault/vault.js';
import { DeliverNdaJob } from './deliver-nda.job.js';
import { countDocuments } from './document-metrics.js';
import { DeliveryRecords } from './delivery-records.js';
import { DeliveryService } from './delivery-service.js';
import { SendDocumentJob } from './send-document.job.js';
import { tracedRender, tracedSeal } from './traced-document.js';
import { createHistory } from './evidence/history.js';
import { RenderPool } from './pdf/render-pool.js';
import { MailModule } from '../mail/mail.module.js';
import type { OwedMailParts } from '../mail/owed-mail-job.js';
import { OWED_MAIL_PARTS } from '../mail/tokens.js';

@Module({
  imports: [MailModule],
  providers: [
    provideClassWithParts(DeliveryRecords, { commands: Commands, clock: CLOCK, logger: LOGGER }),
    {
      provide: DeliverNdaJob,
      inject: [
        DeliveryRecords,
        BACKGROUND_POOL,
        Commands,
        BACKGROUND_BLOBS,
        SEAL,
        LOGGER,
        CONFIG,
        TRUSTED_LOG,
        VAULT,
        RenderPool,
        RECEIPTS,
        METRICS,
        TRACING,
      ],
      useFactory: (
        records: DeliveryRecords,
        pool: Pool,
        commands: Commands,
        blobs: BlobStore,
        seal: PdfSeal,
        logger: Logger,
        { publicUrl }: Config,
        log: TrustedLog,
        vault: Vault,
        renderer: RenderPool,
        receipts: Receipts,
        metrics: Registry,
        tracing: Tracing,
      ) =>
        new DeliverNdaJob({
          records,
          enqueue: (jobs) => enqueueJobs(pool, jobs),
          made: countDocuments(metrics),
          commands,
          blobs,
          seal: tracedSeal(seal, tracing),
          history: createHistory(log, vault),
          render: tracedRender((input) => renderer.render(input), tracing),
          receipts,
          logger,
          publicUrl,
        }),
    },
    {
      provide: SendDocumentJob,
      inject: [OWED_MAIL_PARTS, DeliveryRecords, BACKGROUND_BLOBS, CONFIG, LINK_TOKENS],
      useFactory: (
        parts: OwedMailParts,
        records: DeliveryRecords,
        blobs: BlobStore,
        { publicUrl }: Config,
        links: LinkTokens,
      ) =>
        new SendDocumentJob({
          ...parts,
          records,
          blobs,
          disputeUrl: (ndaId) =>
            `${publicUrl}/dispute/${links.make({ purpose: 'dispute', ndaId, about: 2 })}`,
        }),
    },
    { provide: RenderPool, useFactory: () => new RenderPool() },
    {
      provide: DeliveryService,
      inject: [POOL, Commands, BLOBS, TRUSTED_LOG, VAULT, CONFIG, RenderPool],
      useFactory: (
        pool: Pool,
        commands: Commands,
        blobs: BlobStore,
        log: TrustedLog,
        vault: Vault,
        { publicUrl }: Config,
        renderer: RenderPool,
      ) =>
        new DeliveryService((job) => enqueueJobs(pool, [job]), {
          commands,
          blobs,
          history: createHistory(log, vault),
          render: (input) => renderer.render(input),
          publicUrl,
        }),
    },
  ],
  exports: [DeliverNdaJob, DeliveryService, RenderPool, SendDocumentJob],
})
export class DeliveryModule {}
