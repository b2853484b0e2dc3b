import type { ErrorCode } from '@siegel/contracts/errors';
import type { JsonSchema } from '@siegel/contracts/schema';
import { extendRoute } from '../routes/route-config.js';
import type { HeaderName } from './headers.js';
import type { Tag } from './tags.js';

export type RequestClass = new () => object;

/**
 * A request that a client can make next, with values from the response that it has received. The values of
 * `parameters` and `requestBody` are runtime expressions of OpenAPI 3.1.
 */
export interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}

export interface Answer {
  readonly description: string;
  /** Schemas by media type; absent if the answer has no body. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /** Headers that are always present. */
  readonly headers?: readonly HeaderName[];
  readonly links?: Readonly<Record<string, Link>>;
}

/**
 * The permitted callers. `creator` is the holder of the creator key, `metrics` is this machine or the holder
 * of the metrics token.
 */
export type Access = 'everybody' | 'creator' | 'creator-or-admin' | 'admin' | 'metrics';

/** A route's entry in the API's description (rule:api-describes-itself). */
export interface RouteDescription {
  /** The operation id: a verb and its object. It must not change, because clients are generated from it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly details?: string;
  readonly access: Access;
  /** The class of a JSON body, or the media type and schema of any other body. */
  readonly body?: RequestClass | { readonly type: string; readonly schema: JsonSchema };
  readonly query?: RequestClass;
  /** The schemas of the parameters in the route's path. */
  readonly path?: Readonly<Record<string, JsonSchema>>;
  /** The headers that the route reads, besides those that all routes read. */
  readonly headers?: readonly HeaderName[];
  /** Example bodies. The name of each example says what the example shows. */
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** The schemas of the route's problems that have additional members, by status. */
  readonly problemShapes?: Readonly<Record<number, (codes: readonly ErrorCode[]) => JsonSchema>>;
  /** The route's own codes, in addition to the codes that follow from access, body and path. */
  readonly problems?: readonly ErrorCode[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    description?: RouteDescription;
  }
}

/**
 * Adds a description to the route of a controller. If `body` or `query` is a class, the handler must have a
 * parameter of this class. So the same class validates a request and describes it.
 * @throws Error if the handler has no parameter of the class
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

/** Describes an answer in JSON. */
export const json = (
  description: string,
  schema: JsonSchema,
  more: Pick<Answer, 'headers' | 'links'> = {},
): Answer => ({ description, content: { 'application/json': schema }, ...more });

/** Describes a response whose media type is not JSON. */
export const file = (type: string, description: string, headers: readonly HeaderName[] = []): Answer => ({
  description,
  content: { [type]: type.startsWith('text/') || type.includes('pem') ? { type: 'string' } : {} },
  headers,
});
