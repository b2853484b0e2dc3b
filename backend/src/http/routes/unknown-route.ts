import type { FastifyInstance } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { UNREADABLE_ADDRESS } from './unreadable-address.js';

/** Catch-all routes. If they were in the catalogue, every address would exist. */
const CATCH_ALL: ReadonlySet<string> = new Set(['/*', '*', UNREADABLE_ADDRESS]);

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function matcherOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

/** Knows all routes, so that it can tell a wrong method from an unknown address. */
export class RouteCatalogue {
  readonly #routes: { readonly matcher: RegExp; readonly method: string }[] = [];

  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', (route) => {
      if (CATCH_ALL.has(route.url)) return;
      for (const method of [route.method].flat())
        this.#routes.push({ matcher: matcherOf(route.url), method });
    });
  }

  /**
   * Returns the refusal for a request without a route: 405 if the address exists for another method,
   * otherwise 404.
   */
  refusal(method: string, path: string): { error: RuleBroken; allow: string | undefined } {
    const methods = new Set(
      this.#routes.filter((route) => route.matcher.test(path)).map((route) => route.method),
    );
    // If the route also exists for this method, the router refused the request because an id in the path is
    // too long.
    if (methods.size === 0 || methods.has(method))
      return { error: new RuleBroken('not_found'), allow: undefined };
    return { error: new RuleBroken('method_not_allowed'), allow: [...methods].sort().join(', ') };
  }
}
