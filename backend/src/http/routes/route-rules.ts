import type { FastifyRequest } from 'fastify';
import type { LimitName } from './rate-limits.js';
import { extendRoute } from './route-config.js';

/** What holds for the calls of one route, and is looked at before their bodies are read. */
export interface RouteRules {
  /** Counts them under this limit, besides the one of all routes (rule:limits-per-address). */
  readonly limit?: LimitName;
  /** Milliseconds until they are answered, ANSWER_MS by default (rule:answer-within-five-seconds). */
  readonly answerWithinMs?: number;
  /** For webhooks: whoever calls proves itself by a signature (rule:foreign-sites-are-refused). */
  readonly foreignOrigin?: true;
  /** Its body is JSON of bounds of its own, and stays as it came: the handler reads `rawBody`. */
  readonly unreadBody?: true;
  /** Takes any body, or none, and looks at none (rule:bodies-are-json). */
  readonly ignoresBody?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}

export const RouteRules = (rules: RouteRules): MethodDecorator => extendRoute({ rules });

/** The rules of the route that answers this request. */
export const rulesOf = (request: FastifyRequest): RouteRules => request.routeOptions.config?.rules ?? {};
