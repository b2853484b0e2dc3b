import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Ground } from './ground.js';
import type { Config } from './platform/config/config.js';
import { RunCommandHandler } from './platform/journal/run-command.js';
import type { PdfSeal } from './platform/pades/pdf-seal.js';
import type { SealTrustSource } from './platform/pades/seal-trust.js';
import type { ReadYourWrites } from './platform/projections/projection.js';
import {
  BLOBS,
  CLOCK,
  COMMAND_RUNNER,
  CONFIG,
  DATA_SOURCE,
  EVENT_STORE,
  JOURNAL,
  KEYED_HASH,
  LOGGER,
  POOL,
  READ_YOUR_WRITES,
  RECEIPTS,
  SEAL,
  SEAL_TRUST,
  VAULT,
} from './platform/tokens.js';

export interface PlatformParts {
  readonly ground: Ground;
  readonly config: Config;
  readonly readYourWrites: ReadYourWrites;
  readonly seal: PdfSeal;
  readonly trust: SealTrustSource;
}

/** Hands the platform's parts to everything else under their tokens. */
@Module({})
export class PlatformModule {
  static with({ ground, config, readYourWrites, seal, trust }: PlatformParts): DynamicModule {
    const values: [symbol, unknown][] = [
      [CLOCK, ground.clock],
      [CONFIG, config],
      [LOGGER, ground.logger],
      [POOL, ground.pool],
      [DATA_SOURCE, ground.dataSource],
      [EVENT_STORE, ground.store],
      [JOURNAL, ground.journal],
      [COMMAND_RUNNER, ground.commands],
      [VAULT, ground.vault],
      [BLOBS, ground.blobs],
      [KEYED_HASH, ground.keyedHash],
      [RECEIPTS, ground.receipts],
      [READ_YOUR_WRITES, readYourWrites],
      [SEAL, seal],
      [SEAL_TRUST, trust],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide, useValue }));
    return {
      module: PlatformModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [...providers, RunCommandHandler],
      exports: [...values.map(([token]) => token), CqrsModule],
    };
  }
}
