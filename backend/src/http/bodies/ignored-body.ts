import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';

/**
 * Content type that replaces the client's content type on routes that ignore bodies. Other routes refuse it
 * like any unknown type.
 */
const TYPE = 'application/x-ignored';
const MOST_BYTES = 1_000;

const isIgnored = (request: FastifyRequest): boolean => rulesOf(request).ignoresBody === true;

/**
 * On routes that ignore bodies (rule:bodies-are-json), reads the whole body, whatever its type, and discards
 * it. Call this before adding parsers for specific content types.
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
