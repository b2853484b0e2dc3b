/**
 * An error that the operator can fix. Its message says how, and is shown without a stack trace. All other
 * errors keep their stack trace for the person who investigates.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown if a program's arguments or configuration are wrong. The program has done nothing. */
export class UsageError extends OperatorError {}
