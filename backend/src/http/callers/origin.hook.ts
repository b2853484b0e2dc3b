import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if the browser says that a page of another site makes this call (rule:foreign-sites-are-refused). Our
 * own origins are PUBLIC_URL and any origin whose host is the call's `Host` header, because the service may
 * be reachable under several names.
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
