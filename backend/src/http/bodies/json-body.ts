import { BODY_MAX_BYTES } from '@siegel/contracts/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import '../requests/fastify-request.js';
import { inheritedNameIn } from './inherited-names.js';
import { isWithinBounds } from './json-bounds.js';
import { rulesOf } from '../routes/route-rules.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Takes the place of a body that could not be read. */
const DAMAGED = Symbol('damaged body');

/**
 * True if a text in the body contains a NUL, which PostgreSQL cannot store, or if a member has a dangerous
 * name.
 */
function isHarmful(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (inheritedNameIn(value) !== undefined) return true;
    open.push(...Object.values(value));
  }
  return false;
}

function parseJson(bytes: Buffer): unknown {
  if (!isWithinBounds(bytes)) return DAMAGED;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isHarmful(value) ? DAMAGED : value;
  } catch {
    return DAMAGED;
  }
}

/**
 * Accepts only JSON bodies (rule:bodies-are-json). Other content types get 415, and damaged bodies get 400. A
 * missing body is accepted, because several endpoints need no body. An endpoint that needs a body reports the
 * body's fields as missing.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body;
      return body.length === 0 || rulesOf(request).unreadBody === true ? undefined : parseJson(body);
    },
  );
}

/** @throws RuleBroken malformed_json */
export function refuseDamagedBody({ body }: FastifyRequest): void {
  if (body === DAMAGED) throw new RuleBroken('malformed_json');
}
