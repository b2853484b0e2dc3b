import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { JsonSchema } from '@siegel/contracts/schema';
import { ownMember } from '@siegel/contracts/own-members';
import { ANSWER_MS } from '../lifecycle/limit-answer-time.js';
import { type LimitRule, LIMITS, limitOfRoute } from '../routes/rate-limits.js';
import { NamedSchemas } from './components.js';
import type { OpenApiDocument, Operation, Parameter, Reference, ResponseObject } from './document-types.js';
import { HEADERS, type HeaderName } from './headers.js';
import { type DescribedRoute, problemAnswers } from './problem-answers.js';
import { queryOf } from './query-parameters.js';
import { bodySchema } from './request-schema.js';
import type { Access, Answer, RequestClass, RouteDescription } from './route-description.js';
import { TAGS } from './tags.js';

/** The values in the description that differ between installations of the service. */
export interface Installation {
  /** The origin, without a slash at its end. */
  readonly url: string;
  readonly cookies: { readonly device: string; readonly session: string };
}

const SECURITY: Readonly<Record<Access, Operation['security']>> = {
  everybody: [],
  creator: [{ device: [] }],
  'creator-or-admin': [{ device: [] }, { session: [] }],
  admin: [{ session: [] }],
  metrics: [{}, { metricsToken: [] }],
};

const securitySchemes = ({ device, session }: Installation['cookies']) => ({
  device: {
    type: 'apiKey',
    in: 'cookie',
    name: device,
    description:
      'The creator key (rule:creator-key) has 43 characters. The creation of an NDA sets it for 90 days.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: session,
    description: 'A login of the admin or the auditor, set by `login` (rule:sessions-end).',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'METRICS_TOKEN. Callers on this machine need no token.',
  },
});

const PATH_MEMBERS: Readonly<Record<string, JsonSchema>> = { id: { type: 'string', format: 'uuid' } };

/** Returns the path in OpenAPI's notation. */
export const pathOfRoute = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}');

/** Builds one document from a server's routes. Pure. */
class DocumentBuilder {
  readonly #schemas = new NamedSchemas();
  readonly #bodies = new Map<RequestClass, JsonSchema>();
  readonly #responses = new Map<string, ResponseObject>();

  operation(route: DescribedRoute): Operation {
    const { description, rules, url } = route;
    const { id, tag, summary, details, access, answers } = description;
    const { limit } = rules;
    const body = this.#requestBody(description);
    return {
      operationId: id,
      tags: [tag],
      summary,
      ...(details === undefined ? {} : { description: details }),
      security: SECURITY[access],
      parameters: this.#parameters(route),
      ...(body === undefined ? {} : { requestBody: body }),
      responses: this.#responsesOf(route, answers),
      'x-rate-limit': [limitOfRoute(url), ...(limit === undefined ? [] : [limit])].map((name) => {
        const { max, seconds, countedCodes, uncountedCodes }: LimitRule = LIMITS[name];
        return {
          max,
          seconds,
          ...(countedCodes && { countedCodes }),
          ...(uncountedCodes && { uncountedCodes }),
        };
      }),
      'x-answer-within-ms': rules.answerWithinMs ?? ANSWER_MS,
    };
  }

  components(): Pick<OpenApiDocument['components'], 'schemas' | 'responses' | 'parameters'> {
    const languages = this.#header('Accept-Language');
    return {
      schemas: this.#schemas.all(),
      responses: Object.fromEntries([...this.#responses].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      parameters: { 'Accept-Language': languages },
    };
  }

  #parameters({ url, description }: DescribedRoute): Operation['parameters'] {
    const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const path = names.map((name): Parameter => {
      const schema = ownMember(description.path ?? {}, name) ?? ownMember(PATH_MEMBERS, name);
      if (schema === undefined) throw new Error(`${description.id} says nothing of {${name}}`);
      return { name, in: 'path', required: true, schema };
    });
    const headers = (description.headers ?? []).map((name) => this.#header(name));
    return [
      ...path,
      ...(description.query === undefined ? [] : queryOf(description.query)),
      ...headers,
      { $ref: '#/components/parameters/Accept-Language' },
    ];
  }

  #header(name: HeaderName): Parameter {
    const header = HEADERS[name];
    return { name, in: 'header', required: false, ...header };
  }

  #requestBody({ body, examples = {} }: RouteDescription): Operation['requestBody'] {
    if (body === undefined) return undefined;
    const named = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
    const shown = named.length === 0 ? {} : { examples: Object.fromEntries(named) };
    if (typeof body === 'object')
      return { required: true, content: { [body.type]: { schema: body.schema, ...shown } } };
    const schema = this.#bodies.get(body) ?? { title: body.name, ...bodySchema(body) };
    this.#bodies.set(body, schema);
    return {
      required: 'required' in schema,
      content: { 'application/json': { schema: this.#schemas.at(schema), ...shown } },
    };
  }

  #responsesOf(route: DescribedRoute, answers: RouteDescription['answers']): Operation['responses'] {
    const all = new Map<string, ResponseObject | Reference>(
      Object.entries(answers).map(([status, answer]) => [status, this.#response(answer)]),
    );
    for (const { status, name, answer } of problemAnswers(route)) {
      const own = answers[status];
      // This route also returns a response of its own with this status, so its entry lists both bodies. Other
      // routes share one entry for the problem.
      if (own !== undefined)
        all.set(String(status), this.#response({ ...own, content: { ...own.content, ...answer.content } }));
      else all.set(String(status), this.#shared(name, answer));
    }
    return Object.fromEntries(all);
  }

  #shared(name: string, answer: Answer): Reference {
    if (!this.#responses.has(name)) this.#responses.set(name, this.#response(answer));
    return { $ref: `#/components/responses/${name}` };
  }

  #response({ description, content, headers = [], links }: Answer): ResponseObject {
    return {
      description,
      ...(headers.length === 0
        ? {}
        : {
            headers: Object.fromEntries(
              headers.map((name) => [
                name,
                { description: HEADERS[name].description, required: true, schema: HEADERS[name].schema },
              ]),
            ),
          }),
      ...(content === undefined
        ? {}
        : {
            content: Object.fromEntries(
              Object.entries(content).map(([type, schema]) => [type, { schema: this.#schemas.at(schema) }]),
            ),
          }),
      ...(links === undefined ? {} : { links }),
    };
  }
}

/**
 * Returns the OpenAPI 3.1 document that describes these routes (rule:api-describes-itself).
 * @throws Error if two routes have the same id
 */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  { url, cookies }: Installation,
): OpenApiDocument {
  const builder = new DocumentBuilder();
  const paths = new Map<string, Record<string, Operation>>();
  const ids = new Set<string>();
  for (const route of routes) {
    const { id } = route.description;
    if (ids.has(id)) throw new Error(`two routes are called ${id}`);
    ids.add(id);
    const path = pathOfRoute(route.url);
    paths.set(path, { ...paths.get(path), [route.method.toLowerCase()]: builder.operation(route) });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1',
      description: INTRODUCTION,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
    },
    servers: [{ url, description: 'This installation' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { ...builder.components(), securitySchemes: securitySchemes(cookies) },
  };
}

const INTRODUCTION = `Requests and answers are JSON in UTF-8. Times are ISO 8601 in UTC. Money is in integer cents.

Every refusal is a problem (RFC 9457) with a stable \`code\` and words in German or English (\`Accept-Language\`).
A request with a member that is not described is refused.
An empty value of a query parameter counts as none.
A browser that names another site in \`Origin\` or \`Sec-Fetch-Site\` may read, but it may not change anything.

\`x-rate-limit\` gives the number of calls that a client address may make in a window. An installation can multiply this number. If \`countedCodes\` is given, only calls that are refused with one of these codes count. If \`uncountedCodes\` is given, calls that are refused with one of these codes do not count.
\`x-answer-within-ms\` gives the time after which every call is answered. The answer is 503 if the outcome is not known by then.`;
