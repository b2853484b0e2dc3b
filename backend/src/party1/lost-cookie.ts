import { createHash } from 'node:crypto';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import { mayReplaceCookie } from '../nda/rules/creation.js';
import { canonicalJson } from '../platform/crypto/canonical-json.js';

/**
 * What a browser without a cookie is let in by when it repeats a creation word for word: whoever knows key
 * and text made it.
 */
export function lostCookie(key: string | undefined, body: CreateNdaRequest): string | undefined {
  if (key === undefined || !mayReplaceCookie(key)) return undefined;
  return `${key}\u0000${createHash('sha256')
    .update(canonicalJson(Object.fromEntries(Object.entries(body))))
    .digest('hex')}`;
}

/** The same where a link to continue is used again, since the answer that held the cookie was lost. */
export const lostCookieOfLink = (key: string | undefined, token: string): string | undefined =>
  key === undefined || !mayReplaceCookie(key) ? undefined : `${key}\u0000continue\u0000${token}`;
