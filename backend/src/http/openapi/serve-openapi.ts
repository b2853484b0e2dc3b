import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../requests/entity-tag.js';
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

/** A text that the service itself generates. It does not change while the process runs. */
interface OwnText {
  readonly path: string;
  /** The operation id of the route. */
  readonly id: string;
  readonly summary: string;
  /** The media type, without the character set. */
  readonly type: string;
  readonly text: () => string;
}

const descriptionOf = ({ id, summary, type }: OwnText): RouteDescription => ({
  id,
  tag: 'Service',
  summary,
  access: 'everybody',
  headers: ['If-None-Match'],
  answers: {
    200: file(type, summary, ['ETag']),
    304: { description: 'The client has it', headers: ['ETag'] },
  },
});

/**
 * Serves a text with an `ETag`. The text is generated at the first request, because all routes are registered
 * by then.
 */
function serveText(fastify: FastifyInstance, own: OwnText): void {
  let made: { readonly text: string; readonly tag: string } | undefined;
  const make = () => {
    const text = own.text();
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  };
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    made ??= make();
    reply.header('cache-control', 'no-cache').header('etag', made.tag);
    if (matchesTag(request.headers['if-none-match'], made.tag)) return reply.code(304).send();
    return reply.type(`${own.type}; charset=utf-8`).send(made.text);
  };
  fastify.get(own.path, { config: { description: descriptionOf(own) } }, answer);
}

/** Serves `/api/openapi.json`, and `/api/docs` as a page without any script. */
export function serveOpenApi(fastify: FastifyInstance, api: ApiDescription): void {
  fastify.decorate('apiDescription', api);
  const texts: readonly OwnText[] = [
    {
      path: '/api/openapi.json',
      id: 'readOpenApi',
      summary: 'This description',
      type: 'application/json',
      text: () => JSON.stringify(api.document()),
    },
    {
      path: '/api/docs',
      id: 'readDocs',
      summary: 'This description as a page',
      type: 'text/html',
      text: () => apiPage(api.document()),
    },
    {
      path: '/api/docs/style.css',
      id: 'readDocsStyle',
      summary: 'Style sheet of that page',
      type: 'text/css',
      text: () => API_PAGE_STYLE,
    },
  ];
  for (const own of texts) serveText(fastify, own);
}
