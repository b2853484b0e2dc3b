import { OperatorError } from './operator-error.js';

/** A store did not answer, or not in time. The request itself was valid: it is worth a retry. */
export class Unavailable extends OperatorError {}
