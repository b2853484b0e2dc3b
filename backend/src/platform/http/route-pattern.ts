import type { FastifyRequest } from 'fastify';

/** The route as it was declared, as in `/api/ndas/:id`: what logs and metrics may name. The address itself may carry a token (decisions 17). */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';
