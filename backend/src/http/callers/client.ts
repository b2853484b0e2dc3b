import type { FastifyRequest } from 'fastify';
import { addressOf } from '../requests/request-context.js';

/** Prefix for the names of clients whose address is unknown. No address begins with it. */
const HIDDEN = 'no address';

/**
 * The name that clients share if their address is unknown and their call names no agreement, voucher or link.
 */
export const HIDDEN_CLIENTS = HIDDEN;

/**
 * Returns the name of a client whose address is unknown, made from the agreement, voucher or link in the
 * call.
 */
export const hiddenClientOf = (named: string): string => `${HIDDEN}, ${named}`;

/** Returns the id or token in the call's path. */
function namedBy({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const { id, token } = (params ?? {}) as { readonly id?: string; readonly token?: string };
  return id ?? token;
}

/**
 * Returns the name under which a limit counts a client. The name is the client's address. If the address is
 * unknown, the name contains the agreement, voucher or link in the call. If the call has none of these, all
 * such clients share one name (rule:clients-without-an-address).
 */
export function clientOf(request: Pick<FastifyRequest, 'ip' | 'hasHiddenAddress' | 'params'>): string {
  const address = addressOf(request);
  if (address !== null) return address;
  const named = namedBy(request);
  return named === undefined ? HIDDEN_CLIENTS : hiddenClientOf(named);
}
