/*
 * Lets React use a test's fake clock. When React is loaded, it keeps the timers that it finds: the real ones.
 * It uses them, among others, for content that it shows no sooner than 300 ms after the last placeholder.
 * Under a fake clock, a test's own wait may be over before that. With this file React looks up the current
 * timers on each call. So a fake clock ends React's waits too. React's scheduler is loaded earlier and keeps
 * the real timers.
 */
import 'scheduler';

const { setTimeout, clearTimeout } = globalThis;
Object.assign(globalThis, {
  setTimeout: (act: () => void, ms?: number) => globalThis.setTimeout(act, ms),
  clearTimeout: (timer?: number) => globalThis.clearTimeout(timer),
});
jest.requireActual('react-dom/client');
Object.assign(globalThis, { setTimeout, clearTimeout });
