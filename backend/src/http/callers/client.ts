import type { FastifyRequest } from 'fastify';
import { addressOf } from '../requests/request-context.js';

/** Prefix of the names of clients without a known address; no address begins with it. */
const HIDDEN = 'no address';

/** The shared name of clients without a known address whose calls name no agreement, voucher or link. */
export const HIDDEN_CLIENTS = HIDDEN;

/** The name of a client without a known address, by the agreement, voucher or link in its call. */
export const hiddenClientOf = (named: string): string => `${HIDDEN}, ${named}`;

/** The id or token in the call's path. */
function namedBy({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const { id, token } = (params ?? {}) as { readonly id?: string; readonly token?: string };
  return id ?? token;
}

/**
 * The client that a limit counts: by address; without a known address by the agreement or link in the call;
 * otherwise all such clients together (rule:clients-without-an-address).
 */
export function clientOf(request: Pick<FastifyRequest, 'ip' | 'hasHiddenAddress' | 'params'>): string {
  const address = addressOf(request);
  if (address !== null) return address;
  const named = namedBy(request);
  return named === undefined ? HIDDEN_CLIENTS : hiddenClientOf(named);
}
