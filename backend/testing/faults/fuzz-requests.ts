import type { JsonSchema } from '@siegel/contracts/schema';
import * as fc from 'fast-check';
import type { OpenApiDocument, Operation, Parameter } from '#src/http/openapi/document-types';
import { fromSchema } from '#src/http/testing/from-schema';

/** One request as it is sent, valid or not. */
export interface FuzzRequest {
  /** The method in capitals. Some requests have a method that no route has. */
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The sender. */
  readonly as: 'nobody' | 'party' | 'admin';
}

/** Ids and tokens that exist on the server, by name, so that some requests reach real records. */
export type Places = Readonly<Record<string, readonly string[]>>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const TYPES = [
  'application/json',
  'application/json; charset=latin1',
  'application/pdf',
  'text/plain',
  'multipart/form-data',
  '',
];

/** Generates texts of any 16-bit code units, including lone surrogates and control characters. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((codes) => String.fromCharCode(...codes));
/** Generates texts without lone surrogates, because no URL can contain those. */
const wellFormed = units.map((text) => text.replaceAll(/\p{Cs}/gu, '?'));
/** Encodes a value for a URL, as every client does. */
const inAddress = (value: unknown): string => encodeURIComponent(String(value).replaceAll(/\p{Cs}/gu, '?'));
/** Generates texts of all characters that a header may contain. */
const headerText = fc
  .array(
    fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f),
    { maxLength: 60 },
  )
  .map((codes) => String.fromCharCode(...codes));
const headerValue = fc.oneof(
  headerText,
  fc.constantFrom('', '*', '"', 'W/"x"', ',,,', '"a", *', 'de;q=2, en;q=-1', 'bytes=0-', 'x'.repeat(4000)),
);

const odd = fc.oneof(
  units,
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 1e308, -0, 2 ** 53, '', ' ', [], {}, '__proto__', '\u0000', { toString: 1 }),
);

/**
 * Generates valid bodies, valid bodies with some odd members, any JSON, texts that are not JSON, and no body.
 */
function bodies(
  { requestBody }: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<string | undefined> {
  const schema = requestBody?.content['application/json']?.schema ?? { type: 'object', properties: {} };
  const examples = Object.values(requestBody?.content['application/json']?.examples ?? {}).map(
    ({ value }) => value,
  );
  const legal = fromSchema(schema, schemas);
  const shown = examples.length === 0 ? legal : fc.constantFrom(...examples);
  const spoiled = fc
    .tuple(
      fc.oneof(legal, shown),
      fc.dictionary(fc.oneof(units, fc.constantFrom('partyNumber', 'language', 'constructor')), odd, {
        maxKeys: 3,
      }),
    )
    .map(([body, changes]) => ({ ...(body as object), ...changes }));
  return fc.oneof(
    { weight: 4, arbitrary: legal.map((body) => JSON.stringify(body)) },
    { weight: 3, arbitrary: shown.map((body) => JSON.stringify(body)) },
    { weight: 3, arbitrary: spoiled.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: odd.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.oneof(units, fc.constantFrom('{', '[', '{"a":', '"', '\u0001', '{}{}')) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/**
 * Generates URLs of one route. Each path parameter is an existing id, a valid id that may not exist, or an
 * arbitrary text. The URLs may also have a query.
 */
function paths(path: string, operation: Operation, places: Places): fc.Arbitrary<string> {
  const named = operation.parameters.filter((one): one is Parameter => 'name' in one);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const value = (name: string): fc.Arbitrary<string> => {
    const known = places[`${path} ${name}`] ?? places[name] ?? [];
    const legal = fromSchema(named.find((one) => one.name === name)?.schema ?? {}, {}).map(inAddress);
    const wild = fc.oneof(
      wellFormed.map(inAddress),
      fc.constantFrom('%00', '%zz', '..', '%2e%2e%2f', 'null', 'x'.repeat(400)),
    );
    return fc.oneof(
      ...(known.length === 0 ? [] : [{ weight: 6, arbitrary: fc.constantFrom(...known) }]),
      { weight: 1, arbitrary: legal },
      { weight: 1, arbitrary: wild },
    );
  };
  const query = named.filter((one) => one.in === 'query');
  const pairs = fc.array(
    fc.tuple(
      query.length === 0 ? fc.constant('x') : fc.constantFrom(...query.map(({ name }) => name), 'x'),
      fc.oneof(fc.integer().map(String), wellFormed),
    ),
    { maxLength: 3 },
  );
  return fc.tuple(fc.tuple(...inPath.map(value)), pairs).map(([values, asked]) => {
    const filled = inPath.reduce((text, name, n) => text.replace(`{${name}}`, () => values[n] ?? ''), path);
    return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked).toString()}`;
  });
}

const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'accept-language': headerValue,
  accept: headerValue,
  'if-none-match': headerValue,
  'if-match': headerValue,
  'if-modified-since': headerValue,
  range: headerValue,
  'idempotency-key': headerValue,
  origin: fc.constantFrom('null', 'https://elsewhere.example', 'x', 'http://['),
  'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'x'),
  authorization: headerValue,
  'x-forwarded-for': headerValue,
  'user-agent': headerValue,
  'content-type': fc.constantFrom(...TYPES),
};

/**
 * Generates at most two headers. With many headers, nearly every request would be refused because of one of
 * them.
 */
const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .shuffledSubarray(Object.entries(HEADERS), { maxLength: 2 })
  .chain((some) => fc.record(Object.fromEntries(some)));

/** Generates valid and hostile requests to every route of an API description (rule:api-describes-itself). */
export function fuzzRequests(document: OpenApiDocument, places: Places): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { schemas } = document.components;
  return fc.oneof(
    ...operations.map(({ path, method, operation }) =>
      fc.record({
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        path: paths(path, operation, places),
        headers,
        body: bodies(operation, schemas),
        as: fc.constantFrom('nobody', 'party', 'party', 'admin'),
      }),
    ),
  );
}
