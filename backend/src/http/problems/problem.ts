import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import type { Language } from '@siegel/contracts/enums';
import { CLOSED_WORDS, ERRORS, type ErrorCode } from '@siegel/contracts/errors';
import { DAY_MS } from '@siegel/contracts/limits';
import type { FieldProblem, ProblemDetails } from '@siegel/contracts/problem';
import { fieldProblems } from '@siegel/contracts/validation-messages';
import { StreamNotUnderstood } from '../../eventsourcing/commands/stream-not-understood.js';
import { ClocksDisagree } from '../../platform/time/clock-comparison.js';
import { isUnavailable } from '../../platform/postgres/unavailable.js';
import { isRefusedStatement } from '../../platform/postgres/refused.js';
import { NotYet, RuleBroken } from '../../platform/errors/rule-broken.js';
import { BlobMissing } from '../../vault/blob-store.js';
import { KeyDestroyed, KeyMissing, MasterKeyUnknown, SealBroken } from '../../vault/vault.js';
import { RateLimited, ValidationFailed } from './http-errors.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
export const PROBLEM_TYPE = `${PROBLEM_MEDIA_TYPE}; charset=utf-8`;
/**
 * Largest number of characters of a field name that a response repeats. Clients can send field names of any
 * length.
 */
const FIELD_LENGTH = 100;
/** Seconds after which a client can repeat a call that this backend could not handle. */
const RETRY_AFTER_SECONDS = 2;
/**
 * Seconds after which a client can request another mail. The limit counts the mails for an NDA within one
 * day.
 */
const RETRY_MAIL_AFTER_SECONDS = DAY_MS / 1000;

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Returns the code for a refusal by the framework, which only has a status. */
function codeOfStatus(status: number): ErrorCode {
  return CODE_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'malformed_json' : 'internal_error');
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const isFramework =
    error instanceof Error &&
    'statusCode' in error &&
    'code' in error &&
    String(error.code).startsWith('FST_');
  return isFramework && typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/**
 * Returns the stable code for a failure (rule:errors-are-problems). Only this function maps failures to
 * codes. An unforeseen failure is an `internal_error`.
 */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof RuleBroken) return error.code;
  if (error instanceof ValidationFailed) return 'validation_failed';
  if (error instanceof RateLimited) return error.code;
  // The agreement was erased during the call. Later calls will not find it either.
  if (error instanceof KeyDestroyed) return 'not_found';
  if (error instanceof MasterKeyUnknown) return 'key_unavailable';
  if (error instanceof StreamNotUnderstood) return 'not_understood';
  // Waiting does not help: only an operator's command opens the stream again.
  if (error instanceof StreamUntrusted) return 'stream_untrusted';
  // The key or blob exists, but not in this database. It will be available again with the right database
  // (rule:missing-is-not-erased).
  if (error instanceof KeyMissing || error instanceof BlobMissing) return 'unavailable';
  // The data was altered in its storage. It will be available again after a backup is restored
  // (rule:broken-seals-bar-no-erasure).
  if (error instanceof SealBroken) return 'unavailable';
  if (error instanceof ClocksDisagree || isUnavailable(error)) return 'unavailable';
  // The service works again once its operator has put the database right.
  if (isRefusedStatement(error)) return 'unavailable';
  const status = statusOf(error);
  return status === undefined ? 'internal_error' : codeOfStatus(status);
}

const PASSING: readonly ErrorCode[] = ['unavailable', 'key_unavailable', 'not_understood'];

/** True for a temporary failure. The same call can succeed later. */
export const isPassing = (code: ErrorCode): boolean => PASSING.includes(code);

export function retryAfterOf(error: unknown, code: ErrorCode): number | undefined {
  if (error instanceof RateLimited) return error.retryAfterSeconds;
  if (error instanceof NotYet) return error.retryAfterSeconds;
  if (code === 'mail_limit') return RETRY_MAIL_AFTER_SECONDS;
  return isPassing(code) ? RETRY_AFTER_SECONDS : undefined;
}

const namedFields = (error: ValidationFailed, language: Language): FieldProblem[] =>
  fieldProblems(error.failures, language).map((one) => ({ ...one, field: one.field.slice(0, FIELD_LENGTH) }));

/** Beginnings of the names of streams whose closing has a text of its own. Undefined: the usual text. */
const CLOSED_WORDS_OF = [
  ['nda-', undefined],
  ['voucher-', CLOSED_WORDS.voucher],
] as const;

/** Returns the text that replaces the usual text of the error's code; undefined if nothing replaces it. */
function ownWordsOf(error: unknown): { readonly de: string; readonly en: string } | undefined {
  if (error instanceof RuleBroken || error instanceof RateLimited) return error.words;
  if (!(error instanceof StreamUntrusted)) return undefined;
  const known = CLOSED_WORDS_OF.find(([prefix]) => error.stream.startsWith(prefix));
  return known === undefined ? CLOSED_WORDS.other : known[1];
}

/** Returns the problem document without the request's id. */
export function problemOf(error: unknown, language: Language): Omit<ProblemDetails, 'requestId'> {
  const code = codeOf(error);
  const { status, [language]: usual } = ERRORS[code];
  const own = ownWordsOf(error);
  const message = own?.[language] ?? usual;
  return {
    type: 'about:blank',
    status,
    title: STATUS_CODES[status] ?? 'Error',
    detail: message,
    code,
    message,
    ...(error instanceof RuleBroken ? error.details : {}),
    ...(error instanceof ValidationFailed ? { errors: namedFields(error, language) } : {}),
  };
}
