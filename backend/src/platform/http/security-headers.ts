import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Where pages may load things from beyond the service itself, by CSP directive in camel case: a payment provider's script, say. */
export type ExtraSources = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";

function directives(https: boolean, extra: ExtraSources): Record<string, string[]> {
  const base: Record<string, string[]> = {
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
    base[name] = [...(base[name] ?? []).filter((source) => source !== "'none'"), ...sources];
  }
  return https ? { ...base, upgradeInsecureRequests: [] } : base;
}

/** Headers of every answer (decisions 17). No inline script and no inline style is allowed. */
export async function addSecurityHeaders(
  fastify: FastifyInstance,
  options: { https: boolean; extraSources?: ExtraSources },
): Promise<void> {
  await fastify.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: directives(options.https, options.extraSources ?? {}) },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
}

const isPrivate = (path: string): boolean => /^\/(?:api|dev|health|metrics|sign|remote-signature)(?:[/?]|$)/.test(path);

/** Answers of the API and pages with a token are kept by nobody, unless a route says otherwise. */
export function forbidStoring(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control') && isPrivate(request.url)) reply.header('cache-control', 'no-store');
    done();
  });
}
