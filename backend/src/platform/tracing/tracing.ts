import { newId } from '../crypto/ids.js';
import { errorCode } from '../logging/describe-error.js';
import type { SpanContext } from './trace-ids.js';
import { inWork, type Work, currentWork } from '../async/work.js';

/**
 * The port to a span collector. Spans contain route patterns, tasks and codes. They contain no ids except ids
 * of events and jobs (rule:logs-hold-no-secrets).
 */

export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface SpanRequest {
  /** The span's name. There are only a few names, and they never contain an id or a value. */
  readonly name: string;
  /** `internal` by default. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly facts?: Facts;
  /** The trace id of the span is derived from this correlation id. */
  readonly correlationId: string;
  /** The id of the parent span in the same trace; undefined if there is no parent. */
  readonly parent?: string | undefined;
  /**
   * The span's id (16 hexadecimal digits). The caller sets it if other processes must be able to derive the
   * id. Otherwise the id is random.
   */
  readonly id?: string | undefined;
  readonly links?: readonly SpanContext[];
  /** The start of the span in milliseconds since 1970; now by default. */
  readonly startedAt?: number;
}

export interface Span extends SpanContext {
  set(facts: Facts): void;
  /** @param code a stable error code, as in a log line, and not an error message */
  fail(code: string): void;
  /** Must be called once. */
  end(): void;
}

export interface Tracing {
  /** If false, callers need not collect a span's facts. */
  readonly isOn: boolean;
  begin(request: SpanRequest): Span;
  /** Exports the finished spans, but gives up when the time limit of a stop is reached. Never rejects. */
  stop(): Promise<void>;
}

/** A span that is not recorded. */
export const NO_SPAN: Span = { traceId: '', spanId: '', set: () => {}, fail: () => {}, end: () => {} };

/** Tracing that records nothing and loads no SDK. */
export const noTracing: Tracing = { isOn: false, begin: () => NO_SPAN, stop: async () => {} };

/**
 * Runs work in a child of the current span. If the work fails, the span is marked as failed, and the error is
 * rethrown. If there is no current span, the new span starts a new trace.
 */
export async function inSpan<Result>(
  tracing: Tracing,
  request: Pick<SpanRequest, 'name' | 'kind' | 'facts'>,
  run: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing.isOn) return run(NO_SPAN);
  const work: Work = currentWork() ?? { correlationId: newId() };
  const { correlationId, spanId: parent } = work;
  const span = tracing.begin({ ...request, correlationId, parent });
  const { traceId, spanId } = span;
  try {
    return await inWork({ ...work, traceId, spanId }, () => run(span));
  } catch (error) {
    span.fail(errorCode(error));
    throw error;
  } finally {
    span.end();
  }
}
