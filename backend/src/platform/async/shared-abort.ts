import { setMaxListeners } from 'node:events';

/**
 * Creates a controller whose signal any number of waiting calls can listen to at once. Node warns about the
 * eleventh listener of a signal, because listeners that stay are a leak. Each call must therefore remove its
 * listener when its wait ends. The number of listeners is then the number of waiting calls, which other
 * limits bound.
 */
export function sharedAbortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(Number.POSITIVE_INFINITY, controller.signal);
  return controller;
}
