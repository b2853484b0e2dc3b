import type { TypedPicture } from '../use-typed-picture.js';

const isGreek = (name: string): boolean => /\p{Script=Greek}/u.test(name);

/** In place of the service's hand: what is typed is its own picture, at once; a name in Greek cannot be written. */
export const useTypedPicture = (name: string | null): TypedPicture => ({
  signature: name && !isGreek(name) ? `data:image/png;base64,${name}` : null,
  before: null,
  error: name && isGreek(name) ? new Error('no hand has a letter of it') : null,
  waiting: false,
  again: () => undefined,
});
