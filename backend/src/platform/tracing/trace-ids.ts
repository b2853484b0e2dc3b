import { hash, randomUUID } from 'node:crypto';

/** Hexadecimal digits. */
const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;

const digest = (...parts: readonly string[]): string => hash('sha256', parts.join('\u0000'));

/**
 * Returns the trace id of a correlation. Any process that finds the correlation id in an event or a job can
 * derive the trace id.
 */
export const traceIdOf = (correlationId: string): string =>
  digest('trace', correlationId).slice(0, TRACE_DIGITS);

/**
 * Returns the id of the span that appends a command's events. Any process that reads one of these events can
 * derive the id.
 */
export const appendSpanId = (correlationId: string, commandId: string): string =>
  digest('append', correlationId, commandId).slice(0, SPAN_DIGITS);

/**
 * Returns the id of the span in which a reaction handled the events of a command. This span is the parent of
 * the spans of the jobs that the reaction created.
 */
export const reactionSpanId = (reaction: string, correlationId: string, commandId: string): string =>
  digest('reaction', reaction, correlationId, commandId).slice(0, SPAN_DIGITS);

/**
 * Returns digits of a random UUID. This is faster than drawing random bytes, because Node draws the
 * randomness for many UUIDs at a time.
 */
export function newSpanId(): string {
  const digits = randomUUID();
  // The middle digits are left out, because some of them encode the version of the UUID and are not random.
  return digits.slice(0, SPAN_DIGITS / 2) + digits.slice(-SPAN_DIGITS / 2);
}

/** Identifies a span within its trace. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** Parses the header `traceparent` (W3C Trace Context). Returns undefined if it is invalid. */
export function parseTraceparent(header: unknown): SpanContext | undefined {
  const [, traceId = '', spanId = ''] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined;
}
