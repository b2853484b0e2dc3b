import type { DeliveryFailed } from '../nda/nda.events.js';
import { SealRefused } from '../pades/pdf-seal.js';
import { MISSING_ATTEMPTS } from '../platform/jobs/job.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { KeyMissing } from '../vault/vault.js';
import { DocumentRefused } from './pdf/document-input.js';

export type Stage = DeliveryFailed['open']['stage'];

/**
 * A step of the delivery failed. The `code` is stable and free of personal data. The message of the cause
 * may contain personal data, so `describeError` decides how much of the cause the log contains.
 */
export class DeliveryStepFailed extends Error {
  constructor(
    readonly stage: Stage,
    readonly party: 1 | 2 | null,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`${stage} failed: ${code}`, options);
    this.name = 'DeliveryStepFailed';
  }
}

function codeOf(error: unknown): string {
  if (error instanceof SealRefused) return error.code;
  if (error instanceof DocumentRefused) return `document_${error.code}`;
  if (error instanceof KeyMissing) return 'key_missing';
  return 'unexpected';
}

const MISSING = ['signature_missing', 'key_missing'];

/**
 * True if a step has lacked its input in so many attempts that the input is treated as lost
 * (rule:retried-while-owed).
 */
export const isMissingForGood = (code: string, attempt: number): boolean =>
  MISSING.includes(code) && attempt >= MISSING_ATTEMPTS;

/** Runs a step. An error becomes a DeliveryStepFailed that names stage and party. */
export async function step<Result>(
  stage: Stage,
  party: 1 | 2 | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeliveryStepFailed) throw error;
    throw new DeliveryStepFailed(stage, party, codeOf(error), { cause: error });
  }
}

/**
 * Rethrows the failure of a store that is unavailable. Such a failure does not count as a failure of the
 * delivery, so the history does not record it and the queue does not count the attempt.
 * @throws the cause
 */
export function throwIfUnavailable(error: unknown): void {
  const cause = error instanceof DeliveryStepFailed ? error.cause : error;
  if (isUnavailable(cause)) throw cause;
}
