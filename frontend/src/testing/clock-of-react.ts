/*
 * Lets React use a test's fake clock. When React is loaded, it stores the timer functions that it finds,
 * which are the real ones. React uses them, for example, to show new content no sooner than 300 ms after the
 * last placeholder. Under a fake clock, a test's own wait may end before these real 300 ms have passed. This
 * file makes React look up the current timer functions on each call, so that a fake clock ends React's waits
 * too. React's scheduler is loaded earlier and keeps the real timers.
 */
import 'scheduler';

const { setTimeout, clearTimeout } = globalThis;
Object.assign(globalThis, {
  setTimeout: (act: () => void, ms?: number) => globalThis.setTimeout(act, ms),
  clearTimeout: (timer?: number) => globalThis.clearTimeout(timer),
});
jest.requireActual('react-dom/client');
Object.assign(globalThis, { setTimeout, clearTimeout });
