import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../platform/rule-broken.js';

const TYPE = 'application/pdf';
/** Files in memory at once in one backend: more have to come again. */
const AT_ONCE = 8;

const isPdf = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith(TYPE);

/**
 * Takes PDFs as they are, at most `bytes` of them, on this one route; anywhere else they are refused before
 * they are read.
 */
export function acceptPdfBodies(fastify: FastifyInstance, route: string, bytes: number): void {
  let inWork = 0;
  fastify.addContentTypeParser(
    TYPE,
    { parseAs: 'buffer', bodyLimit: bytes },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPdf(request)) return;
    if (request.routeOptions.url !== route) throw new RuleBroken('unsupported_media_type');
    if (inWork >= AT_ONCE) throw new RuleBroken('unavailable');
    inWork += 1;
    reply.raw.once('close', () => (inWork -= 1));
  });
}
