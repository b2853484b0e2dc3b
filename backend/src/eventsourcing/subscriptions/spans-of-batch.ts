import { appendSpanId } from '../../platform/tracing/trace-ids.js';
import type { SpanRequest, Tracing } from '../../platform/tracing/tracing.js';
import { factsOf } from '../commands/traced-append.js';
import type { Recorded } from '../journal/event.js';

/**
 * Maximum number of events in a batch for which spans are recorded. Batches are larger only while a reader
 * catches up with old events. The spans of such a batch would be very many, and nobody would read them.
 */
const LIVE_MAX = 100;

/** Work on a batch of events. The spans of this work are recorded once the batch is committed. */
export interface BatchWork extends Pick<SpanRequest, 'name' | 'facts'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** True if tracing is on and the batch is small enough for spans to be recorded. */
export const isTraced = (tracing: Tracing, events: readonly unknown[]): boolean =>
  tracing.isOn && events.length <= LIVE_MAX;

/**
 * Records one span for each command that appended any of these events. The parent of the span is the span of
 * the command's append.
 * @param idOf returns the id of the span; needed if other spans refer to this id
 */
export function recordBatch(
  tracing: Tracing,
  { name, facts, startedAt }: BatchWork,
  events: readonly Recorded[],
  idOf?: (event: Recorded) => string,
): void {
  const commands = new Map<string, Recorded[]>();
  for (const event of events) {
    const parent = appendSpanId(event.correlationId, event.commandId);
    commands.set(parent, [...(commands.get(parent) ?? []), event]);
  }
  for (const [parent, [first, ...more]] of commands) {
    if (first === undefined) continue;
    const { correlationId } = first;
    const said = { ...facts, ...factsOf([first, ...more]), 'batch.events': events.length };
    const kind = 'consumer' as const;
    tracing.begin({ name, kind, facts: said, correlationId, parent, id: idOf?.(first), startedAt }).end();
  }
}
