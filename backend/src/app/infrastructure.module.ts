import { type DynamicModule, Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { Credentials } from '../admin/login/credentials.js';
import type { Infrastructure } from './infrastructure.js';
import type { Config } from '../platform/config/config.js';
import { BusModule } from '../bus/bus.module.js';
import type { PdfSeal } from '../pades/pdf-seal.js';
import type { SealTrustSource } from '../pades/seal-trust.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import {
  BACKGROUND_BLOBS,
  BACKGROUND_POOL,
  BLOBS,
  CLOCK,
  CONFIG,
  DATA_SOURCE,
  EVENT_STORE,
  TRUSTED_LOG,
  JOURNAL,
  KEYED_HASH,
  LINK_TOKENS,
  LOGGER,
  MAY_RECORD,
  METRICS,
  PASSWORD_DIGESTS,
  POOL,
  READ_YOUR_WRITES,
  RECEIPTS,
  SEARCH_KEYS,
  SEAL,
  SEAL_TRUST,
  TAMPERING,
  TRACING,
  TREE_TRUST,
  TRUST_RECORDS,
  VAULT,
} from '../platform/wiring/tokens.js';

export interface InfrastructureParts {
  readonly infrastructure: Infrastructure;
  readonly config: Config;
  readonly metrics: Registry;
  readonly credentials: Credentials;
  readonly readYourWrites: ReadYourWrites;
  readonly seal: PdfSeal;
  readonly trust: SealTrustSource;
}

/** Provides each part of the infrastructure to every module under the part's token. */
@Module({})
export class InfrastructureModule {
  static with(parts: InfrastructureParts): DynamicModule {
    const { infrastructure, config, metrics, credentials, readYourWrites, seal, trust } = parts;
    const values: [symbol, unknown][] = [
      [CLOCK, infrastructure.clock],
      [CONFIG, config],
      [LOGGER, infrastructure.logger],
      [METRICS, metrics],
      [TAMPERING, infrastructure.tampering],
      [TRACING, infrastructure.tracing],
      [POOL, infrastructure.pool],
      [BACKGROUND_POOL, infrastructure.backgroundPool],
      [DATA_SOURCE, infrastructure.dataSource],
      [EVENT_STORE, infrastructure.store],
      [TRUSTED_LOG, infrastructure.log],
      [TREE_TRUST, infrastructure.tree],
      [TRUST_RECORDS, infrastructure.records],
      [JOURNAL, infrastructure.journal],
      [VAULT, infrastructure.vault],
      [BLOBS, infrastructure.blobs],
      [BACKGROUND_BLOBS, infrastructure.backgroundBlobs],
      [KEYED_HASH, infrastructure.keyedHash],
      [LINK_TOKENS, infrastructure.linkTokens],
      [MAY_RECORD, () => infrastructure.clocks.assertAgreement()],
      [SEARCH_KEYS, infrastructure.searchKeys],
      [PASSWORD_DIGESTS, credentials.digests],
      [RECEIPTS, infrastructure.receipts],
      [READ_YOUR_WRITES, readYourWrites],
      [SEAL, seal],
      [SEAL_TRUST, trust],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide, useValue }));
    return {
      module: InfrastructureModule,
      global: true,
      imports: [BusModule.with(infrastructure.commands)],
      providers,
      exports: values.map(([token]) => token),
    };
  }
}
