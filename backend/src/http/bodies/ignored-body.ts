import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';

/** Stands in place of the type that was sent; whoever sends it elsewhere is refused as with any other. */
const TYPE = 'application/x-ignored';
const MOST_BYTES = 1_000;

const isIgnored = (request: FastifyRequest): boolean => rulesOf(request).ignoresBody === true;

/**
 * Bodies of routes that look at none (rule:bodies-are-json): read to their end, whatever type they are of, and
 * dropped. To be called before bodies of certain types are admitted.
 */
export function dropIgnoredBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isIgnored(request)) request.raw.headers['content-type'] = TYPE;
    done();
  });
  fastify.addContentTypeParser(
    TYPE,
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    async (request: FastifyRequest) => {
      if (!isIgnored(request)) throw new RuleBroken('unsupported_media_type');
      return undefined;
    },
  );
}
