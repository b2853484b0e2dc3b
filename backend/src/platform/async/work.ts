import { AsyncLocalStorage } from 'node:async_hooks';

/** The work under way. It follows every asynchronous step, so that log lines and spans can name it. */
export interface Work {
  /** Id of the request that started all of this; an id of its own where no request did. */
  readonly correlationId: string;
  /** The span under way, if spans are recorded. */
  readonly traceId?: string;
  readonly spanId?: string;
  /**
   * True if the ids come from a row of the queue: they are for log lines and spans only, never recorded with
   * an event.
   */
  readonly isQueued?: true;
}

const storage = new AsyncLocalStorage<Work | undefined>();

export const currentWork = (): Work | undefined => storage.getStore();

/** Runs `work`, and everything that it starts, as part of `what`. */
export const inWork = <Result>(what: Work, work: () => Result): Result => storage.run(what, work);

/**
 * Runs work that follows from no request, though a request may have started it. (Not by `exit`, which on Node
 * 20 removes the hooks of all promises and puts them back.)
 */
export const outsideOfWork = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Fields of a log line that name the work under way. */
export function workLogFields(): object {
  const work = storage.getStore();
  if (work === undefined) return {};
  const { correlationId: requestId, traceId } = work;
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
