import { OperatorError } from './operator-error.js';

/**
 * Thrown if a store did not respond, or responded too late. The request itself was valid, so it is worth a
 * retry.
 */
export class Unavailable extends OperatorError {}
