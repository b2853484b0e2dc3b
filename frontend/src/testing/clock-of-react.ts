/*
 * Lets React use the fake clock of a test. React keeps the timers that it finds when it is loaded, which are
 * the real ones. It uses them too for content that it shows no sooner than 300 ms after the last placeholder.
 * Under a fake clock all steps of a wait may be over by then. With this file React looks up the current
 * timers on each call, so that a fake clock ends its waits as well. React's scheduler is loaded before, and
 * keeps the real timers.
 */
import 'scheduler';

const { setTimeout, clearTimeout } = globalThis;
Object.assign(globalThis, {
  setTimeout: (act: () => void, ms?: number) => globalThis.setTimeout(act, ms),
  clearTimeout: (timer?: number) => globalThis.clearTimeout(timer),
});
jest.requireActual('react-dom/client');
Object.assign(globalThis, { setTimeout, clearTimeout });
