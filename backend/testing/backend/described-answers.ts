import type { IncomingHttpHeaders } from 'node:http';
import type TestAgent from 'supertest/lib/agent.js';
import type { OpenApiDocument, Operation, ResponseObject } from '#src/http/openapi/document-types';

/** The test environment provides this function. */
declare global {
  /** @returns the errors of a value under the schema at a JSON pointer; undefined if it is valid */
  var openSchemas: (description: object) => (pointer: string, value: unknown) => string | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly text: string;
  /** Parsed body of a JSON response. */
  readonly body: unknown;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const matcherOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Checks every response that a test gets against the API description. */
export class DescribedAnswers {
  readonly #faultAt: (pointer: string, value: unknown) => string | undefined;
  readonly #paths: readonly { readonly matcher: RegExp; readonly path: string }[];

  constructor(private readonly document: OpenApiDocument) {
    this.#faultAt = globalThis.openSchemas(document);
    this.#paths = Object.keys(document.paths).map((path) => ({ path, matcher: matcherOf(path) }));
  }

  /**
   * Checks every response that this browser gets. Responses that no route describes, such as pages, are not
   * checked.
   */
  watch(browser: TestAgent): TestAgent {
    for (const method of METHODS) {
      const ask = browser[method].bind(browser);
      browser[method] = (url: string) =>
        ask(url).expect((answer) => {
          const fault = this.fault(method, url, answer);
          if (fault !== undefined) throw new Error(`${method} ${url}: ${fault}`);
        });
    }
    return browser;
  }

  /**
   * Returns how a response deviates from its description. Undefined if the response conforms or has no
   * description.
   */
  fault(method: string, url: string, answer: Answer): string | undefined {
    const asked = url.replace(/^https?:\/\/[^/]+/, '').split('?')[0] ?? '';
    const path = this.#paths.find(({ matcher }) => matcher.test(asked))?.path;
    const operation = path === undefined ? undefined : this.document.paths[path]?.[method];
    if (path === undefined || operation === undefined) return undefined;
    const { pointer, response } = this.#responseOf(path, method, operation, answer.status);
    if (response === undefined) return `${answer.status} is not described: ${answer.text}`;
    const missing = Object.keys(response.headers ?? {}).find(
      (name) => answer.headers[name.toLowerCase()] === undefined,
    );
    if (missing !== undefined) return `${answer.status} has no ${missing}`;
    return this.#faultOfBody(pointer, response, answer);
  }

  #responseOf(
    path: string,
    method: string,
    { responses }: Operation,
    status: number,
  ): { pointer: string; response: ResponseObject | undefined } {
    const response = responses[status];
    if (response === undefined || !('$ref' in response))
      return { pointer: `#/paths/${escaped(path)}/${method}/responses/${status}`, response };
    const name = response.$ref.split('/').at(-1) ?? '';
    return { pointer: response.$ref, response: this.document.components.responses[name] };
  }

  #faultOfBody(pointer: string, { content }: ResponseObject, answer: Answer): string | undefined {
    const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    if (content === undefined)
      return answer.text ? `a body where none is described: ${answer.text}` : undefined;
    if (content[type] === undefined) return `${type} is not described`;
    if (!type.endsWith('json')) return undefined;
    const fault = this.#faultAt(`${pointer}/content/${escaped(type)}/schema`, answer.body);
    return fault === undefined ? undefined : `${fault} in ${answer.text}`;
  }
}
