/*
 * React keeps the timers that it found when it was loaded, which are the real ones, also for what it shows no sooner
 * than 300 ms after the last placeholder. Under a fake clock all of a wait's steps may be over by then: React asks for
 * the timers that are in force, so that they end its waits as well. Its scheduler, loaded before, keeps the real ones.
 */
import 'scheduler';

const { setTimeout, clearTimeout } = globalThis;
Object.assign(globalThis, {
  setTimeout: (act: () => void, ms?: number) => globalThis.setTimeout(act, ms),
  clearTimeout: (timer?: number) => globalThis.clearTimeout(timer),
});
jest.requireActual('react-dom/client');
Object.assign(globalThis, { setTimeout, clearTimeout });
