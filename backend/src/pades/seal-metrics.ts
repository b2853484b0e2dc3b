import { Counter, Gauge, type Registry } from 'prom-client';
import type { PdfSealParts } from './pdf-seal.js';
import type { SealLevel } from './placeholder.js';
import type { SealIdentity } from './seal-identity.js';
import { TIMESTAMP_FAILURES } from './timestamp.js';

const LEVELS = ['B-B', 'B-T'] as const satisfies readonly SealLevel[];

/**
 * Counts seals by level and missing timestamps by reason, and exports the time at which the certificate
 * expires.
 */
export function meterSeal(registry: Registry, identity: SealIdentity): NonNullable<PdfSealParts['meter']> {
  const registers = [registry];
  const sealed = new Counter({
    name: 'seals_total',
    help: 'Documents sealed, by PAdES level.',
    labelNames: ['level'] as const,
    registers,
  });
  for (const level of LEVELS) sealed.inc({ level }, 0);
  const failed = new Counter({
    name: 'seal_timestamp_failures_total',
    help: 'Requests for a timestamp that failed, by reason.',
    labelNames: ['code'] as const,
    registers,
  });
  for (const code of TIMESTAMP_FAILURES) failed.inc({ code }, 0);
  const ends = new Gauge({
    name: 'seal_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that seals documents expires, in seconds since 1970.',
    registers,
  });
  ends.set(identity.notAfter.getTime() / 1000);
  return { sealed: (level) => sealed.inc({ level }), failed: (code) => failed.inc({ code }) };
}
