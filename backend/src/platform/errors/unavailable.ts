import { OperatorError } from './operator-error.js';

/** A store did not answer, or not in time. Nothing is wrong with what it was asked: that is worth trying again. */
export class Unavailable extends OperatorError {}
