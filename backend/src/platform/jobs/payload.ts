import { ownMember } from '@siegel/contracts/own-members';
import { CauseMissing, type JobRequest } from './job.js';

/*
 * Functions that read a job's payload. A payload consists of ids and choices, and each function checks the
 * member that it reads. A missing or invalid member means that this service did not write the row.
 */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const COUNT_MAX = 2 ** 31 - 1;
const HASH = /^[0-9a-f]{64}$/;

type Payload = JobRequest['payload'];

/** Reads a text that matches this form. @throws CauseMissing */
export function matchIn(payload: Payload, member: string, form: RegExp): string {
  const value: unknown = ownMember(payload, member);
  if (typeof value !== 'string' || !form.test(value)) throw new CauseMissing();
  return value;
}

/** @throws CauseMissing */
export const uuidIn = (payload: Payload, member: string): string => matchIn(payload, member, UUID);

/** Reads 64 hexadecimal digits. @throws CauseMissing */
export const hashIn = (payload: Payload, member: string): string => matchIn(payload, member, HASH);

/** Reads one of these choices. @throws CauseMissing */
export function choiceIn<Choice extends string | number>(
  payload: Payload,
  member: string,
  choices: readonly Choice[],
): Choice {
  const value: unknown = ownMember(payload, member);
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new CauseMissing();
  return found;
}

/** Reads a whole number of at least 1 that fits into PostgreSQL's integer. @throws CauseMissing */
export function countIn(payload: Payload, member: string): number {
  const value: unknown = ownMember(payload, member);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > COUNT_MAX)
    throw new CauseMissing();
  return value;
}
