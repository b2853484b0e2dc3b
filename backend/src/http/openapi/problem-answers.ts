import { ERRORS, type ErrorCode } from '@siegel/contracts/errors';
import type { JsonSchema } from '@siegel/contracts/schema';
import { problemSchema } from '@siegel/contracts/problem';
import { PROBLEM_MEDIA_TYPE } from '../problems/problem.js';
import type { RouteRules } from '../routes/route-rules.js';
import type { Answer, RouteDescription } from './route-description.js';

/** A route of the server with its description. */
export interface DescribedRoute {
  /** In capitals. */
  readonly method: string;
  /** The declared pattern, as in `/api/ndas/:id`. */
  readonly url: string;
  readonly description: RouteDescription;
  readonly rules: RouteRules;
}

/**
 * Codes that any call can get. Their causes are a limit, a bug, an unavailable store, a key that this backend
 * lacks, and an event of a later version.
 */
const ALWAYS: readonly ErrorCode[] = [
  'rate_limited',
  'internal_error',
  'unavailable',
  'key_unavailable',
  'not_understood',
  'stream_untrusted',
];
type ProblemShape = (codes: readonly ErrorCode[]) => JsonSchema;

/** Codes for a body that is refused before it is validated. */
const WITH_BODY: readonly ErrorCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type'];
const WITH_ANY_BODY: readonly ErrorCode[] = ['body_too_large'];

/** Returns every code with which the route can refuse a call, without duplicates. */
function codesOf({ method, url, description, rules }: DescribedRoute): readonly ErrorCode[] {
  const { access, body, query, problems = [] } = description;
  const changes = method !== 'GET';
  const codes = new Set<ErrorCode>(problems);
  if (body !== undefined || query !== undefined) codes.add('validation_failed');
  if (changes) for (const code of rules.ignoresBody === true ? WITH_ANY_BODY : WITH_BODY) codes.add(code);
  if (changes && rules.foreignOrigin !== true) codes.add('foreign_origin');
  // A path parameter may be impossible to decode, or may be an unknown id.
  if (url.includes(':')) codes.add('not_found');
  if (access === 'admin') codes.add('unauthenticated').add('forbidden');
  for (const code of ALWAYS) codes.add(code);
  return [...codes];
}

const problemAnswer = (codes: readonly ErrorCode[], shape: ProblemShape = problemSchema): Answer => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].en}`).join('\n\n'),
  content: { [PROBLEM_MEDIA_TYPE]: shape(codes) },
  ...(codes.includes('rate_limited') ? { headers: ['Retry-After'] as const } : {}),
});

export interface ProblemAnswer {
  readonly status: number;
  /**
   * The name of the component. Refusals with the same codes have the same name, so that routes can share the
   * component.
   */
  readonly name: string;
  readonly answer: Answer;
}

/** Returns the route's refusals, one for each status (rule:errors-are-problems). */
export function problemAnswers(route: DescribedRoute): readonly ProblemAnswer[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(route).toSorted()) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const shape = route.description.problemShapes?.[status];
      const name = [...codes, ...(shape === undefined ? [] : [shape.name])].join('.');
      return { status, name, answer: problemAnswer(codes, shape) };
    });
}
