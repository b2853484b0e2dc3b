import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import { type Clock, systemClock } from '../time/clock.js';
import type { Logger } from '../logging/logger.js';
import { TAMPERING_KINDS, type TamperingKind } from './tampering-kinds.js';

/**
 * Names, ids and numbers that identify the finding. They are neither secret nor personal, and strangers
 * cannot choose them freely.
 */
export type TamperingSubject = Readonly<Record<string, string | number>>;

/** Reports data that no part of this service can have written (rule:tampering-is-told). */
export interface Tampering {
  /** Reports a finding. May be called each time the same change is found. Never throws. */
  found(kind: TamperingKind, subject: TamperingSubject): void;
}

export interface TamperingParts {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** The registry for the metric that counts the findings; none by default. */
  readonly metrics?: Registry | undefined;
}

/** The value of `code` in the log lines. */
export const TAMPERING_CODE = 'tampering_found';
/** Milliseconds for which a finding with the same kind and subject is not reported again. */
export const REPEAT_MS = 10 * 60_000;
/**
 * Maximum number of log lines of one kind within `REPEAT_MS`. Further findings are counted but not logged.
 * The last log line says that there may be more findings.
 */
export const LINES_MAX = 50;
/** Maximum number of kinds and subjects that are remembered. The limit bounds the memory. */
const REMEMBERED = 5000;

interface Lines {
  readonly since: number;
  readonly count: number;
}

/**
 * Reports each finding with a log line and a counter. The same finding is reported at most once in ten
 * minutes.
 */
export class TamperingLog implements Tampering {
  private readonly reported = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly lines = new Map<TamperingKind, Lines>();
  private readonly counter: Counter<'kind'> | undefined;
  private readonly clock: Clock;

  constructor(private readonly parts: TamperingParts) {
    this.clock = parts.clock ?? systemClock;
    this.counter = counterIn(parts.metrics);
  }

  found(kind: TamperingKind, subject: TamperingSubject): void {
    const now = this.clock.now().getTime();
    const name = `${kind} ${JSON.stringify(subject)}`;
    const before = this.reported.get(name);
    if (before !== undefined && now - before < REPEAT_MS) return;
    this.reported.set(name, now);
    this.counter?.inc({ kind });
    const count = this.countLine(kind, now);
    if (count > LINES_MAX) return;
    const more = count === LINES_MAX ? { more: true } : {};
    this.parts.logger.error(
      { ...subject, ...more, code: TAMPERING_CODE, kind },
      `Tampering: ${TAMPERING_KINDS[kind]}. See SiegelTamperingFound in docs/operations.md.`,
    );
  }

  private countLine(kind: TamperingKind, now: number): number {
    const lines = this.lines.get(kind);
    const isOver = lines === undefined || now - lines.since >= REPEAT_MS;
    const next = isOver ? { since: now, count: 1 } : { ...lines, count: lines.count + 1 };
    this.lines.set(kind, next);
    return next.count;
  }
}

function counterIn(registry: Registry | undefined): Counter<'kind'> | undefined {
  if (registry === undefined) return undefined;
  const counter = new Counter({
    name: 'siegel_tampering_found_total',
    help: 'Data in the database or the event store that no part of this service wrote, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  for (const kind of Object.keys(TAMPERING_KINDS)) counter.inc({ kind }, 0);
  return counter;
}
