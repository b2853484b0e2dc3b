import type { Language } from '@siegel/contracts/enums';
import type { FastifyRequest } from 'fastify';
import './fastify-request.js';
import type { Actor, CommandContext, Origin } from '../../eventsourcing/journal/event.js';
import { type Clock, isoNow } from '../../platform/time/clock.js';
import { newId } from '../../platform/crypto/ids.js';
import { addressIn } from '../../platform/network/ip-address.js';

/**
 * Maximum number of characters of a user agent. Longer values are cut off, because the user agent is evidence
 * of the kind of device, and must not serve clients as storage.
 */
const USER_AGENT_MAX = 300;

/** Returns `de` unless the request prefers English (rule:german-is-the-default). */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const quality: Record<Language, number> = { de: 0, en: 0 };
  for (const range of (request.headers['accept-language'] ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = tag.split('-')[0];
    if (language !== 'de' && language !== 'en') continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const q = weight === undefined ? 1 : Number(weight.slice(2));
    if (Number.isFinite(q)) quality[language] = Math.max(quality[language], q);
  }
  return quality.en > quality.de ? 'en' : 'de';
}

/**
 * Returns the client's address. This is the address of the connection, or the address in `X-Forwarded-For` if
 * a proxy in TRUST_PROXY sent the header. Fastify checks the proxy, but accepts any text in the header, even
 * `unknown`. This function returns only texts that are addresses, so a client cannot make the result an
 * arbitrary text. Returns null if a trusted proxy names no address (rule:client-addresses-are-evidence).
 */
export const addressOf = (request: Pick<FastifyRequest, 'ip' | 'hasHiddenAddress'>): string | null =>
  request.hasHiddenAddress === true ? null : (addressIn(request.ip) ?? null);

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '');

export function originOf(request: FastifyRequest): Origin {
  return {
    ip: addressOf(request),
    userAgent: printable(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  };
}

/** Returns the context for a new command of this request. */
export const commandContextOf = (request: FastifyRequest, actor: Actor, clock: Clock): CommandContext => ({
  commandId: newId(),
  correlationId: request.id,
  causedBy: null,
  actor,
  at: isoNow(clock),
});
