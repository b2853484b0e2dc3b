import { newId } from '../crypto/ids.js';
import { errorCode } from '../logging/describe-error.js';
import type { TracePlace } from './trace-ids.js';
import { inWork, type Work, workUnderWay } from '../async/work.js';

/**
 * The port to whoever collects spans. Spans name route patterns, tasks, codes, and of ids those of events and jobs
 * alone (rule:logs-hold-no-secrets).
 */

export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface SpanRequest {
  /** One of few: never with an id or a value in it. */
  readonly name: string;
  /** `internal` by default. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly facts?: Facts;
  /** Names the trace that the span is a part of. */
  readonly correlationId: string;
  /** Id of the span below which it stands in that trace; undefined: of none that is known. */
  readonly parent?: string | undefined;
  /** 16 hexadecimal digits, where others know the span by it; a random one by default. */
  readonly id?: string | undefined;
  readonly links?: readonly TracePlace[];
  /** Milliseconds since 1970; now by default. */
  readonly startedAt?: number;
}

export interface Span extends TracePlace {
  set(facts: Facts): void;
  /** @param code stable, as a log has it; no message */
  fail(code: string): void;
  /** Once. */
  end(): void;
}

export interface Tracing {
  /** Where it is not, nobody has to gather what a span would say. */
  readonly isOn: boolean;
  begin(request: SpanRequest): Span;
  /** Hands over what is finished, for as long as a stop may take. Never rejects. */
  stop(): Promise<void>;
}

/** One of which nothing is told. */
export const NO_SPAN: Span = { traceId: '', spanId: '', set: () => {}, fail: () => {}, end: () => {} };

/** Nothing is recorded, and nothing is loaded that could. */
export const noTracing: Tracing = { isOn: false, begin: () => NO_SPAN, stop: async () => {} };

/**
 * Runs something in a span below the one under way. It fails as the work does, whose error is passed on.
 * Where nothing is under way it begins a trace of its own.
 */
export async function inSpan<Result>(
  tracing: Tracing,
  request: Pick<SpanRequest, 'name' | 'kind' | 'facts'>,
  run: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing.isOn) return run(NO_SPAN);
  const work: Work = workUnderWay() ?? { correlationId: newId() };
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
