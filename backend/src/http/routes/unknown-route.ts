import type { FastifyInstance } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { UNREADABLE_ADDRESS } from './unreadable-address.js';

/** Catch-all routes. They are not added to the catalogue, because they match every address. */
const CATCH_ALL: ReadonlySet<string> = new Set(['/*', '*', UNREADABLE_ADDRESS]);

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function matcherOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

/** The methods with which pages and files are read. */
const READING = ['GET', 'HEAD'];

/** Knows all routes and pages, so that it can tell a wrong method from an unknown address. */
export class RouteCatalogue {
  readonly #routes: { readonly matcher: RegExp; readonly method: string }[] = [];
  #isPage: (path: string) => boolean = () => false;

  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', (route) => {
      if (CATCH_ALL.has(route.url)) return;
      for (const method of [route.method].flat())
        this.#routes.push({ matcher: matcherOf(route.url), method });
    });
  }

  /** @param isPage true for the paths that a catch-all route answers with a page or a file */
  addPages(isPage: (path: string) => boolean): void {
    this.#isPage = isPage;
  }

  /**
   * Returns the refusal for a request without a route: 405 if the address exists for another method,
   * otherwise 404.
   */
  refusal(method: string, path: string): { error: RuleBroken; allow: string | undefined } {
    const routes = this.#routes.filter((route) => route.matcher.test(path));
    const methods = new Set([...routes.map((route) => route.method), ...(this.#isPage(path) ? READING : [])]);
    // If a route with this method matches the path, the router refused the request because an id in the path
    // is too long.
    if (methods.size === 0 || methods.has(method))
      return { error: new RuleBroken('not_found'), allow: undefined };
    return { error: new RuleBroken('method_not_allowed'), allow: [...methods].sort().join(', ') };
  }
}
