import { newSpanId, traceIdOf } from '../trace-ids.js';
import type { Facts, SpanRequest, Tracing } from '../tracing.js';

/** The request for a span, and the span's outcome. */
export interface RecordedSpan extends SpanRequest {
  readonly id: string;
  readonly facts: Facts;
  readonly failed: string | undefined;
  readonly isOver: boolean;
}

/** Keeps spans in memory instead of sending them to a collector. */
export function recordSpans(): Tracing & { readonly spans: readonly RecordedSpan[] } {
  const spans: RecordedSpan[] = [];
  return {
    isOn: true,
    spans,
    begin: (request) => {
      const { id = newSpanId(), facts = {} } = request;
      const at = spans.push({ ...request, id, facts, failed: undefined, isOver: false }) - 1;
      const change = (more: (span: RecordedSpan) => Partial<RecordedSpan>): void => {
        const span = spans[at];
        if (span !== undefined) spans[at] = { ...span, ...more(span) };
      };
      return {
        traceId: traceIdOf(request.correlationId),
        spanId: id,
        set: (given) => change((span) => ({ facts: { ...span.facts, ...given } })),
        fail: (failed) => change(() => ({ failed })),
        end: () => change(() => ({ isOver: true })),
      };
    },
    stop: async () => {},
  };
}
