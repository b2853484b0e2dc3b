/**
 * An error that the operator can fix. Its message says how to fix it, and is shown without a stack trace. An
 * unexpected error is shown with its stack trace (`explainFailure`), because somebody must investigate it.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown if a program's arguments or configuration are wrong. The program has not changed anything yet. */
export class UsageError extends OperatorError {}
