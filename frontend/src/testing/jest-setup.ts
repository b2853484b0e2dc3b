import './clock-of-react.js';
import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { TextDecoder, TextEncoder } from 'node:util';

declare global {
  var TEST_TIME_FACTOR: number;
}

// Far above what any test waits for: only a wait in vain takes so long.
configure({ asyncUtilTimeout: 20_000 * globalThis.TEST_TIME_FACTOR });

/** All that React has to do by now, its effects too: its scheduler comes to what is idle last. */
const rendered = () =>
  new Promise<void>((resolve) => unstable_scheduleCallback(unstable_IdlePriority, () => resolve()));

/*
 * React renders in turns of five milliseconds, so that on a slow machine what was waited for is seen a turn or more
 * before what belongs to it: the effects that take the focus, name the view, count the problems.
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

// jsdom leaves these out; the router needs them.
Object.assign(globalThis, { TextEncoder, TextDecoder });

// jsdom knows no pointer capture; the toast's swipe asks for it.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
