import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';

/** Replaces the type that was sent. Other routes refuse it like any other type. */
const TYPE = 'application/x-ignored';
const MOST_BYTES = 1_000;

const isIgnored = (request: FastifyRequest): boolean => rulesOf(request).ignoresBody === true;

/**
 * Reads the bodies of routes that ignore them (rule:bodies-are-json) to the end, whatever their type, and
 * drops them. Call this before parsers for certain types are added.
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
