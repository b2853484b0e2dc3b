import type { FastifyInstance, FastifyReply } from 'fastify';
import { openApiDocument, type Installation } from './document.js';
import type { OpenApiDocument } from './document-types.js';
import { API_PAGE_STYLE, apiPage } from './page.js';
import type { DescribedRoute } from './problem-answers.js';
import { file, type RouteDescription } from './route-description.js';

/** A route of the server, with a description or without. */
export type ServedRoute = Omit<DescribedRoute, 'description'> & {
  readonly description: RouteDescription | undefined;
};

const isDescribed = (route: ServedRoute): route is DescribedRoute => route.description !== undefined;

/**
 * Collects all routes of a server and builds their description. Must be constructed before the routes are
 * registered.
 */
export class ApiDescription {
  readonly routes: ServedRoute[] = [];
  readonly #installation: Installation;
  #made: OpenApiDocument | undefined;

  constructor(fastify: FastifyInstance, installation: Installation) {
    this.#installation = installation;
    fastify.addHook('onRoute', ({ method, url, config }) => {
      // HEAD routes are left out, because Fastify adds one for each GET route.
      for (const one of [method].flat())
        if (one !== 'HEAD')
          this.routes.push({
            method: one,
            url,
            description: config?.description,
            rules: config?.rules ?? {},
          });
    });
  }

  /** The document is built at the first request, because all routes exist by then. */
  document(): OpenApiDocument {
    this.#made ??= openApiDocument(this.routes.filter(isDescribed), this.#installation);
    return this.#made;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly apiDescription: ApiDescription;
  }
}

const unchanging = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-cache');
const describes = (
  id: string,
  summary: string,
  type: string,
): { readonly config: { readonly description: RouteDescription } } => ({
  config: {
    description: { id, tag: 'Service', summary, access: 'everybody', answers: { 200: file(type, summary) } },
  },
});

/** Serves `/api/openapi.json`, and `/api/docs` as a page without any script. */
export function serveOpenApi(fastify: FastifyInstance, api: ApiDescription): void {
  fastify.decorate('apiDescription', api);
  fastify.get(
    '/api/openapi.json',
    describes('readOpenApi', 'This description', 'application/json'),
    (_request, reply) => unchanging(reply).send(api.document()),
  );
  fastify.get(
    '/api/docs',
    describes('readDocs', 'This description as a page', 'text/html'),
    (_request, reply) => unchanging(reply).type('text/html; charset=utf-8').send(apiPage(api.document())),
  );
  fastify.get(
    '/api/docs/style.css',
    describes('readDocsStyle', 'Style sheet of that page', 'text/css'),
    (_request, reply) => unchanging(reply).type('text/css; charset=utf-8').send(API_PAGE_STYLE),
  );
}
