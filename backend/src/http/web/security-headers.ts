import { ownMember } from '@siegel/contracts/own-members';
import type { FastifyInstance } from 'fastify';
import { isReserved } from '../routes/reserved.js';
import { routeOf } from '../routes/route-pattern.js';

/**
 * Foreign origins from which pages may load resources, for example the script of a payment provider. The keys
 * are CSP directives in camel case.
 */
export type ExtraSources = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";

/**
 * Returns the content security policy. It allows no inline script and no inline style
 * (rule:no-inline-scripts).
 */
export function contentPolicy(https: boolean, extra: ExtraSources = {}): string {
  const directives: Record<string, string[]> = {
    defaultSrc: [SELF],
    baseUri: [SELF],
    connectSrc: [SELF],
    fontSrc: [SELF],
    formAction: [SELF],
    frameAncestors: ["'none'"],
    frameSrc: ["'none'"],
    imgSrc: [SELF, 'data:', 'blob:'],
    objectSrc: ["'none'"],
    scriptSrc: [SELF],
    scriptSrcAttr: ["'none'"],
    styleSrc: [SELF],
  };
  for (const [name, sources] of Object.entries(extra)) {
    const own = ownMember(directives, name) ?? [];
    // Allowed: the names of the directives come from our code, not from input.
    directives[name] = [...own.filter((source) => source !== "'none'"), ...sources];
  }
  if (https) directives['upgradeInsecureRequests'] = [];
  return Object.entries(directives)
    .map(([name, sources]) => [dashed(name), ...sources].join(' '))
    .join(';');
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Adds the security headers to every response. Their values never change, so they are computed once. A page
 * can replace the content security policy by an extended one.
 */
export function addSecurityHeaders(fastify: FastifyInstance, { https }: { https: boolean }): void {
  const headers = {
    'content-security-policy': contentPolicy(https),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * Sets `cache-control: no-store` on the responses of the service's own routes, unless the route has set
 * `cache-control` itself.
 */
export function forbidStoring(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control') && isReserved(routeOf(request)))
      reply.header('cache-control', 'no-store');
    done();
  });
}
