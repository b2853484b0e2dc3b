import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The work that the running code does, such as a request or a job. Every asynchronous step inherits it, so
 * that log lines and spans can name it.
 */
export interface Work {
  /** The id of the request that started the work. Work that no request started has an id of its own. */
  readonly correlationId: string;
  /** The ids of the current trace and span, if spans are recorded. */
  readonly traceId?: string;
  readonly spanId?: string;
  /**
   * True if the ids come from a row of the queue. Such ids are only for log lines and spans, and are never
   * recorded with an event.
   */
  readonly isQueued?: true;
}

const storage = new AsyncLocalStorage<Work | undefined>();

export const currentWork = (): Work | undefined => storage.getStore();

/** Runs the function `work`. Everything that the function starts also belongs to `what`. */
export const inWork = <Result>(what: Work, work: () => Result): Result => storage.run(what, work);

/**
 * Runs work that belongs to no request, even if a request starts it. `AsyncLocalStorage.exit` is not used,
 * because on Node 20 it removes the hooks of all promises and puts them back.
 */
export const outsideOfWork = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Returns the fields of a log line that name the current work. */
export function workLogFields(): object {
  const work = storage.getStore();
  if (work === undefined) return {};
  const { correlationId: requestId, traceId } = work;
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
