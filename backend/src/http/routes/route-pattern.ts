import type { FastifyRequest } from 'fastify';

/** Stands for the route where no route answers. */
export const NO_ROUTE = 'unknown';

/**
 * The route as it was declared, as in `/api/ndas/:id`: what logs and metrics may name. The address itself may
 * carry a token (rule:logs-hold-no-secrets).
 */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? NO_ROUTE;
