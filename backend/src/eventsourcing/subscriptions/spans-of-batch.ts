import { appendSpanId } from '../../platform/tracing/trace-ids.js';
import type { SpanRequest, Tracing } from '../../platform/tracing/tracing.js';
import { factsOf } from '../commands/traced-append.js';
import type { Recorded } from '../journal/event.js';

/** A batch of more events catches up with what is long past: nobody follows that, and its spans would be a flood. */
const LIVE_MAX = 100;

/** What a batch of events was used for, told once it is committed. */
export interface BatchWork extends Pick<SpanRequest, 'name' | 'facts'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Whether what is done with so many events at once is told at all. */
export const isFollowed = (tracing: Tracing, events: readonly unknown[]): boolean =>
  tracing.isOn && events.length <= LIVE_MAX;

/**
 * One span for each command whose events were among those, below its append.
 * @param idOf of the span, where others know it by that
 */
export function tellBatch(
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
