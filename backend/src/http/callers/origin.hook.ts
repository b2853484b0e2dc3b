import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if a browser says that another site's page makes this call (rule:foreign-sites-are-refused). Our own
 * origins are PUBLIC_URL and the host that the call names, which is another name of the same service.
 */
function isForeign(headers: FastifyRequest['headers'], publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

/** Refuses foreign calls before anything else happens, so they do not count towards the browser's limits. */
export function refuseForeignCalls(fastify: FastifyInstance, publicUrl: string): void {
  const mayCome = (request: FastifyRequest): boolean =>
    SAFE_METHODS.has(request.method) ||
    request.is404 ||
    rulesOf(request).foreignOrigin === true ||
    !isForeign(request.headers, publicUrl);
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(mayCome(request) ? undefined : new RuleBroken('foreign_origin'));
  });
}
