import './clock-of-react.js';
import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { TextDecoder, TextEncoder } from 'node:util';

declare global {
  var TEST_TIME_FACTOR: number;
}

// Passing tests wait much less than this timeout. Only a failing test waits until the timeout ends.
configure({ asyncUtilTimeout: 20_000 * globalThis.TEST_TIME_FACTOR });

/**
 * Resolves when React has done its pending work, including effects, because the scheduler runs idle tasks
 * last.
 */
const rendered = () =>
  new Promise<void>((resolve) => unstable_scheduleCallback(unstable_IdlePriority, () => resolve()));

/*
 * React renders in turns of five milliseconds. On a slow machine a test may see the awaited element some
 * turns before the effects that belong to the element. Such effects set the focus, name the view or count
 * problems. So each wait also waits for these effects.
 */
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (act) =>
    asyncWrapper(async () => {
      const result = await act();
      await rendered();
      return result;
    }),
});

// jsdom lacks these two classes, which the router needs.
Object.assign(globalThis, { TextEncoder, TextDecoder });

// jsdom has no pointer capture. The toast's swipe uses it.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
