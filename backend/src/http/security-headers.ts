import type { FastifyInstance } from 'fastify';
import { isReserved } from './reserved.js';
import { routeOf } from './route-pattern.js';

/**
 * Where pages may load things from beyond the service itself, by CSP directive in camel case: a payment
 * provider's script, say.
 */
export type ExtraSources = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";

/** Directives of the content security policy. No inline script and no inline style is allowed. */
function policy(https: boolean, extra: ExtraSources): string {
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
    directives[name] = [...(directives[name] ?? []).filter((source) => source !== "'none'"), ...sources];
  }
  if (https) directives['upgradeInsecureRequests'] = [];
  return Object.entries(directives)
    .map(([name, sources]) => [dashed(name), ...sources].join(' '))
    .join(';');
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Headers of every answer (rule:no-inline-scripts). They never change, so they are put together once. */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  options: { https: boolean; extraSources?: ExtraSources },
): void {
  const headers = {
    'content-security-policy': policy(options.https, options.extraSources ?? {}),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Answers of the service itself are kept by nobody, unless a route says otherwise. */
export function forbidStoring(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control') && isReserved(routeOf(request)))
      reply.header('cache-control', 'no-store');
    done();
  });
}
