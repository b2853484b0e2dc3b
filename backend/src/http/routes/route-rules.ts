import type { FastifyRequest } from 'fastify';
import type { LimitName } from './rate-limits.js';
import { extendRoute } from './route-config.js';

/** Rules for the calls of one route. They are applied before a call's body is read. */
export interface RouteRules {
  /** Counts the calls under this limit, in addition to the limit for all routes (rule:limits-per-address). */
  readonly limit?: LimitName;
  /** Milliseconds within which a call is answered; ANSWER_MS by default (rule:answer-within-five-seconds). */
  readonly answerWithinMs?: number;
  /**
   * Accepts calls from other sites. Webhooks need this. Their callers prove who they are by a signature
   * (rule:foreign-sites-are-refused).
   */
  readonly foreignOrigin?: true;
  /** The body is not parsed here. The handler reads JSON from `rawBody` and applies its own limits. */
  readonly unreadBody?: true;
  /** The route accepts any body, or none, and ignores it (rule:bodies-are-json). */
  readonly ignoresBody?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}

export const RouteRules = (rules: RouteRules): MethodDecorator => extendRoute({ rules });

/** Returns the rules of the route that answers this request. */
export const rulesOf = (request: FastifyRequest): RouteRules => request.routeOptions.config?.rules ?? {};
