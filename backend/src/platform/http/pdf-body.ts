import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../rule-broken.js';

/** Takes PDFs as they are, at most `bytes` of them, on this one route; anywhere else they are an unknown format. */
export function acceptPdfBodies(fastify: FastifyInstance, route: string, bytes: number): void {
  fastify.addContentTypeParser(
    'application/pdf',
    { parseAs: 'buffer', bodyLimit: bytes },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.routeOptions.url !== route) throw new RuleBroken('unsupported_media_type');
      return body;
    },
  );
}
