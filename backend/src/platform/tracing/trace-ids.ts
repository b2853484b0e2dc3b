import { hash, randomUUID } from 'node:crypto';

/** Hexadecimal digits. */
const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;

const digest = (...parts: readonly string[]): string => hash('sha256', parts.join('\u0000'));

/** Any process that meets the correlation, in an event or in a job, knows its trace. */
export const traceIdOf = (correlationId: string): string =>
  digest('trace', correlationId).slice(0, TRACE_DIGITS);

/** Of the append of a command's events: whoever reads one of them knows what it follows from. */
export const appendSpanId = (correlationId: string, commandId: string): string =>
  digest('append', correlationId, commandId).slice(0, SPAN_DIGITS);

/** Of what a reaction made of them: its jobs stand below it. */
export const reactionSpanId = (reaction: string, correlationId: string, commandId: string): string =>
  digest('reaction', reaction, correlationId, commandId).slice(0, SPAN_DIGITS);

/** Digits of a random UUID, whose chance Node takes for many at a time. */
export function newSpanId(): string {
  const digits = randomUUID();
  // Those between them say which kind of UUID it is.
  return digits.slice(0, SPAN_DIGITS / 2) + digits.slice(-SPAN_DIGITS / 2);
}

/** A place in a trace. */
export interface TracePlace {
  readonly traceId: string;
  readonly spanId: string;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** Of the header of that name (W3C Trace Context); undefined where it is none. */
export function placeOfTraceparent(header: unknown): TracePlace | undefined {
  const [, traceId = '', spanId = ''] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined;
}
