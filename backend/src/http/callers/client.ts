import type { FastifyRequest } from 'fastify';
import { addressOf } from '../requests/request-context.js';

/** Begins the names of those whose address is not known; no address does. */
const HIDDEN = 'no address';

/** All clients whose address is not known, where a call names nothing by which they could be told apart. */
export const HIDDEN_CLIENTS = HIDDEN;

/** Of the agreement, voucher or link that a call names. */
export const hiddenClientOf = (named: string): string => `${HIDDEN}, ${named}`;

/** What stands in the call's own path. */
function namedBy({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const { id, token } = (params ?? {}) as { readonly id?: string; readonly token?: string };
  return id ?? token;
}

/**
 * Whom a limit counts: the client's address, or, where it is not known, the agreement or link that the call names, or all
 * such clients together (rule:clients-without-an-address).
 */
export function clientOf(request: Pick<FastifyRequest, 'ip' | 'hasHiddenAddress' | 'params'>): string {
  const address = addressOf(request);
  if (address !== null) return address;
  const named = namedBy(request);
  return named === undefined ? HIDDEN_CLIENTS : hiddenClientOf(named);
}
