import type { FastifyRequest } from 'fastify';

/**
 * Matches the scheme and host of an absolute URL. A request line can contain such a URL (RFC 9112, section
 * 3.2.2). `pathOf` removes the scheme and host, as the router does.
 */
const ORIGIN = /^https?:\/\/.*?\//;

/**
 * Returns the path of a request, decoded and without the query. Use it only for a request that matches no
 * specific route, such as a request for a file, a page or an unknown address. In all other cases use the
 * route (`route-pattern.ts`), because the same path can be encoded in many ways.
 */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const path = request.url.replace(ORIGIN, '/').split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
