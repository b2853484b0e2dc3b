import type { ErrorCode } from '@siegel/contracts/errors';
import type { JsonSchema } from '@siegel/contracts/schema';
import { extendRoute } from '../routes/route-config.js';
import type { HeaderName } from './headers.js';
import type { Tag } from './tags.js';

export type RequestClass = new () => object;

/** What else can be called with what an answer says; the values are runtime expressions of OpenAPI 3.1. */
export interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}

export interface Answer {
  readonly description: string;
  /** Schemas by media type; none where there is no body. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /** Headers that are always there. */
  readonly headers?: readonly HeaderName[];
  readonly links?: Readonly<Record<string, Link>>;
}

/**
 * Who may call: everybody; whoever has the creator key; that one or the admin; the admin alone; whoever has
 * the token of the metrics, or is on this machine.
 */
export type Access = 'everybody' | 'creator' | 'creator-or-admin' | 'admin' | 'metrics';

/** What the description of the API says of one route (rule:api-describes-itself). */
export interface RouteDescription {
  /** A verb and what it acts on; stable, because clients are generated from it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly details?: string;
  readonly access: Access;
  /** Class of a JSON body, or the schema of a body of another type. */
  readonly body?: RequestClass | { readonly type: string; readonly schema: JsonSchema };
  readonly query?: RequestClass;
  /** Schemas of the names in its path. */
  readonly path?: Readonly<Record<string, JsonSchema>>;
  /** Headers that it reads, besides those that all routes do. */
  readonly headers?: readonly HeaderName[];
  /** Bodies that are taken, by what they show. */
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Schemas of its problems that say more than others do, by status. */
  readonly problemShapes?: Readonly<Record<number, (codes: readonly ErrorCode[]) => JsonSchema>>;
  /** Codes of its own, besides those that follow from access, body and path. */
  readonly problems?: readonly ErrorCode[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    description?: RouteDescription;
  }
}

/**
 * Describes the route of a controller. Body and query are the classes that its handler takes: what checks a
 * request describes it too. @throws Error where the handler takes another class
 */
export const Describe =
  (description: RouteDescription): MethodDecorator =>
  (target, name, descriptor) => {
    const taken = Reflect.getMetadata('design:paramtypes', target, name) as readonly unknown[];
    for (const described of [description.body, description.query])
      if (typeof described === 'function' && !taken.includes(described))
        throw new Error(`${String(name)} does not take ${described.name}`);
    return extendRoute({ description })(target, name, descriptor);
  };

/** An answer in JSON. */
export const json = (
  description: string,
  schema: JsonSchema,
  more: Pick<Answer, 'headers' | 'links'> = {},
): Answer => ({ description, content: { 'application/json': schema }, ...more });

/** An answer in another type. */
export const file = (type: string, description: string, headers: readonly HeaderName[] = []): Answer => ({
  description,
  content: { [type]: type.startsWith('text/') || type.includes('pem') ? { type: 'string' } : {} },
  headers,
});
