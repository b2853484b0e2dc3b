import type { FastifyRequest } from 'fastify';

/** The pattern of requests without a route. */
export const NO_ROUTE = 'unknown';

/**
 * Returns the route's declared pattern, as in `/api/ndas/:id`. Logs and metrics use the pattern, because the
 * address itself can contain a token (rule:logs-hold-no-secrets).
 */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? NO_ROUTE;
