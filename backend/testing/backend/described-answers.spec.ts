import { namedObject, text } from '@siegel/contracts/schema';
import { openApiDocument } from '#src/http/openapi/document';
import { json } from '#src/http/openapi/route-description';
import { DescribedAnswers } from './described-answers.js';

const thing = namedObject('Thing', { name: text });
const document = openApiDocument(
  [
    {
      method: 'GET',
      url: '/api/things/:id',
      rules: {},
      description: {
        id: 'readThing',
        tag: 'Agreement',
        summary: 'Read a thing',
        access: 'everybody',
        answers: { 200: json('The thing', thing, { headers: ['ETag'] }), 204: { description: 'Nothing' } },
      },
    },
  ],
  { url: 'https://nda.example', cookies: { device: 'device', session: 'session' } },
);
const described = new DescribedAnswers(document);

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  body,
  text: body === undefined ? '' : JSON.stringify(body),
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
});
const fault = (...given: Parameters<typeof answer>): string | undefined =>
  described.fault('get', '/api/things/1?x=y', answer(...given));
const problem = (status: number, code: string) => ({
  type: 'about:blank',
  status,
  title: 'x',
  detail: 'x',
  message: 'x',
  code,
  requestId: 'x',
});
const asProblem = { 'content-type': 'application/problem+json' };

describe('an answer checked against the API description', () => {
  it('is accepted if it matches the description', () => {
    expect(fault(200, { name: 'x' }, { etag: '"1"' })).toBeUndefined();
    expect(fault(204, undefined)).toBeUndefined();
    expect(fault(404, problem(404, 'not_found'), asProblem)).toBeUndefined();
  });

  it.each([
    ['a member that is missing', answer(200, {}, { etag: '"1"' }), /name/],
    ['a member too many', answer(200, { name: 'x', more: 1 }, { etag: '"1"' }), /additional/],
    ['a header that is missing', answer(200, { name: 'x' }), /ETag/],
    ['a status', answer(201, { name: 'x' }), /201 is not described/],
    ['a type', answer(200, { name: 'x' }, { etag: '"1"', 'content-type': 'text/html' }), /text\/html/],
    ['a code', answer(404, problem(404, 'nda_erased'), asProblem), /allowed values/],
    ['a body', answer(204, { name: 'x' }), /a body/],
  ])('is refused if it deviates from the description: %s', (_what, given, words) => {
    expect(described.fault('get', '/api/things/1', given)).toMatch(words);
  });

  it('is accepted if the API description does not contain its path', () => {
    expect(described.fault('get', '/faq', answer(200, {}))).toBeUndefined();
    expect(described.fault('delete', '/api/things/1', answer(405, {}))).toBeUndefined();
  });
});
