import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../platform/clock.js';
import type { PdfSealParts } from './pdf-seal.js';
import type { SealIdentity } from './seal-identity.js';

/** Counts seals by level and timestamps that could not be had, and shows how long the certificate lasts. */
export function meterSeal(
  registry: Registry,
  identity: SealIdentity,
  clock: Clock,
): NonNullable<PdfSealParts['meter']> {
  const registers = [registry];
  const sealed = new Counter({
    name: 'seals_total',
    help: 'Documents sealed, by PAdES level.',
    labelNames: ['level'] as const,
    registers,
  });
  const failed = new Counter({
    name: 'seal_timestamp_failures_total',
    help: 'Timestamps that could not be had, by reason.',
    labelNames: ['code'] as const,
    registers,
  });
  const expires: Gauge = new Gauge({
    name: 'seal_certificate_expires_seconds',
    help: 'Until the certificate that seals ends; negative afterwards.',
    registers,
    collect: (): void => expires.set((identity.notAfter.getTime() - clock.now().getTime()) / 1000),
  });
  return { sealed: (level) => sealed.inc({ level }), failed: (code) => failed.inc({ code }) };
}
