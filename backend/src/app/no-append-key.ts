import { OperatorError } from '../platform/errors/operator-error.js';

/** Thrown if the log has events but this process has no APPEND_KEY. A new key would authenticate none of them. */
export class NoAppendKey extends OperatorError {
  constructor() {
    super(
      'The event log holds agreements, but APPEND_KEY is missing. The log was not changed.\n' +
        'If this service had an APPEND_KEY before, restore it from the backup of the secrets.\n' +
        'If the log is from a version without APPEND_KEY, make the key with siegel secrets:make, and then adopt the log with siegel log:adopt (docs/operations/upgrading.md).',
    );
  }
}
