import { AsyncLocalStorage } from 'node:async_hooks';

/** What is being worked on: it goes along with every asynchronous step, into log lines and spans. */
export interface Work {
  /** Of the request that all of this follows from; where none does, an id of its own. */
  readonly correlationId: string;
  /** The span under way, where spans are recorded. */
  readonly traceId?: string;
  readonly spanId?: string;
  /** Its ids come from a row of the queue: they are for lines and spans alone, and no event is recorded with them. */
  readonly isQueued?: true;
}

const storage = new AsyncLocalStorage<Work | undefined>();

export const workUnderWay = (): Work | undefined => storage.getStore();

/** Runs `work`, and all that it begins, as a part of `what`. */
export const inWork = <Result>(what: Work, work: () => Result): Result => storage.run(what, work);

/**
 * Runs what belongs to nothing that anybody asked for, though it may have been begun by something like that. (Not by
 * `exit`, which on Node 20 takes the hooks of all promises away and puts them back.)
 */
export const outsideOfWork = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** What a log line says of the work that it belongs to. */
export function lineOfWork(): object {
  const work = storage.getStore();
  if (work === undefined) return {};
  const { correlationId: requestId, traceId } = work;
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
