import { OperatorError } from '../platform/errors/operator-error.js';

/** Returns the error for an id that has no events, which means that there is no such NDA. */
export const noSuchNda = (id: string): OperatorError =>
  new OperatorError(
    `There is no NDA ${id}. Check the id, and that this configuration names the right database and event store.`,
  );
