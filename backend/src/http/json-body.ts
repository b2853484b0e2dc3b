import { BODY_MAX_BYTES } from '@siegel/contracts/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../platform/rule-broken.js';
import './fastify-request.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * PostgreSQL's text holds no NUL, so none may come in. Walks without recursion: depth is the client's choice.
 */
function holdsNul(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null)
      open.push(...Object.keys(value), ...Object.values(value));
  }
  return false;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RuleBroken('malformed_json');
  }
}

type DefaultParser = ReturnType<FastifyInstance['getDefaultJsonParser']>;

/** @throws RuleBroken `malformed_json` */
function parseJson(parse: DefaultParser, request: FastifyRequest, bytes: Buffer): unknown {
  const text = decode(bytes);
  let result: unknown;
  let damaged = true;
  void parse(request, text, (error, value) => {
    damaged = error !== null;
    result = value;
  });
  if (damaged || (text.includes('\\u0000') && holdsNul(result))) throw new RuleBroken('malformed_json');
  return result;
}

/**
 * Bodies are JSON and nothing else (rule:bodies-are-json): others are 415, damaged ones 400. No body at all
 * is fine: several calls have none, and those that need one find their fields missing.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body;
      return body.length === 0 ? undefined : parseJson(parse, request, body);
    },
  );
}
