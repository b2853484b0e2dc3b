import { setMaxListeners } from 'node:events';

/**
 * Creates a controller whose signal has no limit on listeners, so that any number of waiting calls can listen
 * at once. By default, Node warns about the eleventh listener of a signal, because listeners that are never
 * removed are a leak. Each call must therefore remove its listener when its wait ends. There are then only as
 * many listeners as waiting calls, and other limits bound the number of waiting calls.
 */
export function sharedAbortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(Number.POSITIVE_INFINITY, controller.signal);
  return controller;
}
