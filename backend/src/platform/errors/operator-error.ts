/**
 * An error that the operator can fix. Its message says how to fix it, and is shown without a stack trace. All
 * other errors are shown with a stack trace, because somebody must investigate them.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown if a program's arguments or configuration are wrong. The program has not changed anything yet. */
export class UsageError extends OperatorError {}
