/**
 * The operator can mend it, and the message says how: it is shown as it is, without a stack trace. Of every
 * other error the stack trace helps whoever has to find out.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** What a program was given, arguments or configuration, cannot be meant: nothing was done. */
export class CalledWrongly extends OperatorError {}
