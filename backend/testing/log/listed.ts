import { join } from 'node:path';
import { createErasers, type Erasers } from '#src/app/erasers';
import type { Logger } from '#src/platform/logging/logger';
import { silentLogger } from '#src/platform/logging/logger';
import { RecordedTampering } from '#src/platform/tampering/testing/recorded-tampering';
import { retention } from '../steps/samples.js';
import type { TestInfrastructure } from '../backend/test-infrastructure.js';
import { receiptOf } from '#src/vault/erasure';
import { applyListedErasures, type ListedErasuresParts } from '#src/erasure/apply-listed-erasures';
import type { ListedErasure } from '#src/erasure/erasure-list';

/** Id and hash of an event that none of the test's logs contains. */
export const LOST_EVENT = { eventId: '01930000-0000-7000-8000-000000000001', eventHash: 'ab'.repeat(32) };

/** Backends that share one infrastructure. Each has its own list of erasures. */
export class ListedBackends {
  readonly tampering = new RecordedTampering();

  constructor(
    private readonly bench: TestInfrastructure,
    private readonly folder: string,
  ) {}

  of(backend: string): Erasers {
    const { infrastructure } = this.bench;
    return createErasers(infrastructure, {
      commands: infrastructure.commands,
      config: { dataDir: join(this.folder, backend), retention },
      settle: async () => {},
    });
  }

  /**
   * Applies a backend's list in the same way as a start of the service.
   * @returns the number of streams that were erased again
   */
  start(
    backend: string,
    logger: Logger = silentLogger,
    others: Partial<ListedErasuresParts> = {},
  ): Promise<number> {
    const { tampering } = this;
    return applyListedErasures({
      ...this.bench.infrastructure,
      ...this.of(backend),
      tampering,
      logger,
      ...others,
    });
  }

  async listed(backend: string): Promise<ListedErasure[]> {
    const all: ListedErasure[] = [];
    for await (const { lines } of this.of(backend).list.read(() => undefined))
      all.push(...lines.map(({ erasure }) => erasure));
    return all;
  }

  /** Returns a valid line for the list of erasures. The line names an event that is not in the log. */
  async genuine(stream: string, destroyedAt = '2026-11-11T10:00:00.000Z'): Promise<ListedErasure> {
    const { vault, receipts } = this.bench.infrastructure;
    const keyId = (await vault.keyIdOf(stream)) ?? 'a key that was never here';
    return { stream, ...receiptOf(receipts, stream, { keyId, destroyedAt, ...LOST_EVENT }) };
  }

  /**
   * Returns the list's line for an erasure as the previous version wrote it. Such a line does not name an
   * event.
   */
  async fromBefore(stream: string, destroyedAt = '2026-11-11T10:00:00.000Z'): Promise<ListedErasure> {
    const { vault, receipts } = this.bench.infrastructure;
    const keyId = (await vault.keyIdOf(stream)) ?? '';
    const unsigned = { stream, keyId, destroyedAt, receiptKeyId: receipts.keyId };
    return { ...unsigned, receiptSignature: receipts.sign(unsigned) };
  }
}
