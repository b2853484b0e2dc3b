import type { FastifyRequest } from 'fastify';

/** Stripped as by the router; RFC 9112 section 3.2.2 lets a client send the whole address. */
const ORIGIN = /^https?:\/\/.*?\//;

/**
 * The requested path, decoded and without its query. Use it for requests without a known route: a file, a
 * page, an unknown address. Otherwise use the route (`route-pattern.ts`): one address has many spellings.
 */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const path = request.url.replace(ORIGIN, '/').split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
