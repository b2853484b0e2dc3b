import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';

// jsdom leaves these out; the router needs them.
Object.assign(globalThis, { TextEncoder, TextDecoder });

// jsdom knows no pointer capture; the toast's swipe asks for it.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
