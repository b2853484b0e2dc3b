import type { FastifyRequest } from 'fastify';

/** The pattern for requests that no route answers. */
export const NO_ROUTE = 'unknown';

/**
 * The declared pattern of the route, as in `/api/ndas/:id`, which logs and metrics may contain. The address
 * itself may contain a token (rule:logs-hold-no-secrets).
 */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? NO_ROUTE;
