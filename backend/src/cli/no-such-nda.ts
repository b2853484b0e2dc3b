import { OperatorError } from '../platform/errors/operator-error.js';

/** The error for the id of an NDA without events. */
export const noSuchNda = (id: string): OperatorError =>
  new OperatorError(
    `There is no NDA ${id}. Check the id, and that this configuration names the right database and event store.`,
  );
