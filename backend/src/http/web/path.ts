import type { FastifyRequest } from 'fastify';

/**
 * A client can send the whole address (RFC 9112, section 3.2.2). Its beginning is removed here, as the router
 * does.
 */
const ORIGIN = /^https?:\/\/.*?\//;

/**
 * Returns the requested path, decoded and without its query. Use it only for requests without a known route:
 * for a file, a page or an unknown address. In all other cases use the route (`route-pattern.ts`), because
 * one address has many spellings.
 */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const path = request.url.replace(ORIGIN, '/').split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
