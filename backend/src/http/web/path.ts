import type { FastifyRequest } from 'fastify';

/** As the router reads it; RFC 9112 section 3.2.2 lets a client send the whole address. */
const ORIGIN = /^https?:\/\/.*?\//;

/**
 * The path that a request asks for, decoded and without its query. For what no route tells: a file, a page,
 * an unknown address. What a route tells is read off the route (`route-pattern.ts`): one address has many
 * spellings.
 */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const path = request.url.replace(ORIGIN, '/').split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
