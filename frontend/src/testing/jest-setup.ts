import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { TextDecoder, TextEncoder } from 'node:util';

declare global {
  var TEST_TIME_FACTOR: number;
}

// Far above what any test waits for: only a wait in vain takes so long.
configure({ asyncUtilTimeout: 20_000 * globalThis.TEST_TIME_FACTOR });

// jsdom leaves these out; the router needs them.
Object.assign(globalThis, { TextEncoder, TextDecoder });

// jsdom knows no pointer capture; the toast's swipe asks for it.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
