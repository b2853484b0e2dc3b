import { errorCode } from '../../platform/logging/describe-error.js';
import { appendSpanId } from '../../platform/tracing/trace-ids.js';
import type { SpanRequest, Tracing } from '../../platform/tracing/tracing.js';
import { currentWork } from '../../platform/async/work.js';
import type { CommandContext, NewEvent, Recorded } from '../journal/event.js';

/** A span names at most this many events of a batch. */
const NAMED_MAX = 10;

/** `nda` of `nda-<id>`. */
const kindOf = (stream: string): string => stream.split('-', 1)[0] ?? '';

/** Returns the attributes of a span about these events. A span never names the stream. */
export const factsOf = (
  events: readonly Pick<Recorded, 'id' | 'type' | 'stream'>[],
): NonNullable<SpanRequest['facts']> => {
  const named = events.slice(0, NAMED_MAX);
  return {
    'stream.kind': kindOf(named[0]?.stream ?? ''),
    'event.types': named.map(({ type }) => type),
    'event.ids': named.map(({ id }) => id),
  };
};

/**
 * Appends a command's events within a span of its own. The span's id is derived from the command, so any
 * process that later reads these events can make its own span a child of this span. The span belongs to the
 * command's correlation. If work of another correlation issued the command, the span links to that work.
 */
export async function tracedAppend<E extends NewEvent>(
  tracing: Tracing,
  { correlationId, commandId }: Pick<CommandContext, 'correlationId' | 'commandId'>,
  append: () => Promise<readonly Recorded<E>[]>,
): Promise<readonly Recorded<E>[]> {
  if (!tracing.isOn) return append();
  const request = { name: 'append', kind: 'producer', correlationId, startedAt: Date.now() } as const;
  const place = placeBelow(correlationId);
  try {
    const appended = await append();
    const [first] = appended;
    const facts = { ...factsOf(appended), 'stream.revision': first?.revision ?? -1 };
    tracing.begin({ ...request, ...place, id: appendSpanId(correlationId, commandId), facts }).end();
    return appended;
  } catch (error) {
    // The span of a failed append gets an id of its own, because the next attempt of the same command may
    // succeed.
    const span = tracing.begin({ ...request, ...place });
    span.fail(errorCode(error));
    span.end();
    throw error;
  }
}

function placeBelow(correlationId: string): Pick<SpanRequest, 'parent' | 'links'> {
  const work = currentWork();
  if (work?.traceId === undefined || work.spanId === undefined) return {};
  const { traceId, spanId } = work;
  return work.correlationId === correlationId ? { parent: spanId } : { links: [{ traceId, spanId }] };
}
