import type { ProblemDetails } from '@siegel/contracts/problem';
import { ApiError, type ApiErrorParts } from './api-error.js';
import { connection } from './connection.js';
import { i18n } from './i18n.js';
import { languageOfDocument } from './language.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
}

async function call<T>(method: Method, path: string, body: unknown, options: CallOptions): Promise<T> {
  const response = await send(method, path, body, options);
  const text = await received(response.text());
  if (!response.ok) throw failure(response, text);
  return (text === '' ? undefined : parse(text)) as T;
}

/** @throws ApiError if no response comes */
export async function send(
  method: Method,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<Response> {
  const hasBody = method === 'POST' || method === 'PATCH';
  const blob = body instanceof Blob ? body : undefined;
  try {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        // i18n has no language until its texts are loaded, but the document always has a language.
        'Accept-Language': i18n.isInitialized ? i18n.language : languageOfDocument(),
        ...(hasBody ? { 'Content-Type': blob?.type ?? 'application/json' } : {}),
        ...options.headers,
      },
      body: hasBody ? (blob ?? JSON.stringify(body ?? {})) : null,
      signal: options.signal ?? null,
    });
    connection.answered();
    return response;
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    connection.failed();
    throw unreachable(error);
  }
}

/**
 * Reads the body of a response.
 * @throws ApiError if the body does not arrive
 */
export async function received<Body>(body: Promise<Body>): Promise<Body> {
  try {
    return await body;
  } catch (error) {
    throw unreachable(error);
  }
}

function unreachable(cause: unknown): ApiError {
  return new ApiError({
    status: 0,
    code: 'unavailable',
    userMessage: i18n.t('common:unavailable'),
    detail: String(cause),
  });
}

/** Returns the error for a response that refuses the call. */
export function failure(response: Response, text: string): ApiError {
  const problem = asProblem(parse(text));
  if (problem !== undefined) {
    const { code, message } = problem;
    return new ApiError({
      status: response.status,
      code,
      problem,
      userMessage: message,
      detail: message,
      ...retryAfterOf(response),
    });
  }
  const gateway = response.status === 502 || response.status === 503 || response.status === 504;
  return new ApiError({
    status: response.status,
    code: gateway ? 'unavailable' : 'unknown',
    userMessage: i18n.t(gateway ? 'common:unavailable' : 'common:unexpected'),
    detail: text || response.statusText,
  });
}

function retryAfterOf(response: Response): Pick<ApiErrorParts, 'retryAfter'> {
  const seconds =
    response.status === 429 ? Number.parseInt(response.headers.get('Retry-After') ?? '', 10) : Number.NaN;
  return Number.isNaN(seconds) ? {} : { retryAfter: seconds };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asProblem(value: unknown): ProblemDetails | undefined {
  const candidate = value as Partial<ProblemDetails> | null | undefined;
  return typeof candidate?.code === 'string' && typeof candidate.message === 'string'
    ? (candidate as ProblemDetails)
    : undefined;
}

/**
 * JSON over HTTP with cookies. A blob is sent unchanged. A failed call rejects with {@link ApiError}. A
 * response without a body resolves to undefined.
 */
export const api = {
  get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('POST', path, body, options),
  patch: <T>(path: string, body: unknown) => call<T>('PATCH', path, body, {}),
  delete: <T>(path: string) => call<T>('DELETE', path, undefined, {}),
};
