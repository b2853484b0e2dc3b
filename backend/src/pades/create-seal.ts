import { readFile } from 'node:fs/promises';
import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { PdfSeal } from './pdf-seal.js';
import { SealCertificates } from './seal-certificates.js';
import type { SealIdentity } from './seal-identity.js';
import { meterSeal } from './seal-metrics.js';
import { requestTimestamp } from './timestamp.js';
import { rootsOf, systemRoots } from './trusted-chain.js';
import { OperatorError } from '../platform/errors/operator-error.js';

/**
 * Returns the certificates of the authorities whose timestamps are trusted.
 * @param ca path or text of a PEM bundle. If undefined, the authorities that Node trusts are returned.
 * @throws Error that names TSA_CA
 */
export async function timestampRoots(ca: string | undefined): Promise<readonly X509Certificate[]> {
  if (ca === undefined) return systemRoots();
  try {
    return rootsOf(ca.includes('-----BEGIN') ? ca : await readFile(ca, 'utf8'));
  } catch (error) {
    throw new OperatorError(`TSA_CA cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

export interface SealOptions {
  readonly identity: SealIdentity;
  readonly tsaUrl: string | undefined;
  readonly roots: readonly X509Certificate[];
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
}

export function createSeal({ identity, tsaUrl, roots, pool, clock, logger, metrics }: SealOptions): PdfSeal {
  return new PdfSeal({
    identity,
    clock,
    logger,
    certificates: new SealCertificates(pool),
    timestamp:
      tsaUrl === undefined
        ? undefined
        : (signature) => requestTimestamp({ url: tsaUrl, roots, clock }, signature),
    meter: meterSeal(metrics, identity),
  });
}
