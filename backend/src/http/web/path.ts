import type { FastifyRequest } from 'fastify';

/**
 * A request line can contain the absolute URL (RFC 9112, section 3.2.2). This pattern matches scheme and
 * host, which are removed here, as the router removes them.
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
