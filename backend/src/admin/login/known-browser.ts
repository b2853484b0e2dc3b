import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@siegel/contracts/limits';
import { ownMember } from '@siegel/contracts/own-members';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ID_BYTES = 24;
/**
 * Seconds for which the cookie is valid. An address also stays known for 90 days (`KNOWN_DAYS` in
 * `forget-login-attempts.ts`).
 */
const KEPT_SECONDS = (90 * DAY_MS) / 1000;

const nameOf = (https: boolean): string => (https ? '__Host-known' : 'known');

/**
 * Returns the random id in a browser's signed cookie. The id distinguishes a browser that logged in before
 * from other clients whose address is unknown (rule:clients-without-an-address). The cookie gives no access.
 * A cookie that the service did not sign is ignored.
 */
export function knownBrowserOf(
  request: Pick<FastifyRequest, 'cookies' | 'unsignCookie'>,
  https: boolean,
): string | undefined {
  const cookie = ownMember(request.cookies, nameOf(https));
  if (cookie === undefined) return undefined;
  const { valid, value } = request.unsignCookie(cookie);
  return valid && value !== null ? value : undefined;
}

export const newBrowserId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** Sets the cookie, which is valid for 90 days from now on. */
export function rememberBrowser(reply: FastifyReply, https: boolean, id: string): void {
  reply.setCookie(nameOf(https), id, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    signed: true,
    maxAge: KEPT_SECONDS,
  });
}
