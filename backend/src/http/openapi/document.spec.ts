import { namedObject, text } from '@siegel/contracts/schema';
import { IsString } from 'class-validator';
import { openApiDocument } from './document.js';
import type { DescribedRoute } from './problem-answers.js';
import { Describe, json, type RouteDescription } from './route-description.js';

class ThingRequest {
  @IsString()
  name: string;
}

const thing = namedObject('Thing', { name: text });
const description: RouteDescription = {
  id: 'readThing',
  tag: 'Agreement',
  summary: 'Read a thing',
  access: 'admin',
  answers: { 200: json('The thing', thing) },
};
const route = (
  changes: Partial<RouteDescription> = {},
  method = 'GET',
  url = '/api/things',
): DescribedRoute => ({
  method,
  url,
  description: { ...description, ...changes },
  rules: { limit: 'ndas' },
});
const installation = { url: 'https://nda.example', cookies: { device: 'device', session: 'session' } };
const made = (...routes: DescribedRoute[]) => openApiDocument(routes, installation);

describe('the document', () => {
  it('states permitted callers, limits and answers', () => {
    const operation = made(route()).paths['/api/things']?.['get'];
    expect(operation).toMatchObject({
      operationId: 'readThing',
      security: [{ session: [] }],
      'x-rate-limit': [
        { max: 600, seconds: 60 },
        { max: 30, seconds: 3600 },
      ],
      'x-answer-within-ms': 5000,
    });
    expect(operation?.responses[200]).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '401', '403', '429', '500', '503']);
  });

  it("names each refusal's codes, and Retry-After", () => {
    const { responses } = made(route()).components;
    expect(responses['rate_limited']).toMatchObject({
      headers: { 'Retry-After': { required: true } },
      content: {
        'application/problem+json': { schema: { properties: { code: { enum: ['rate_limited'] } } } },
      },
    });
  });

  it('includes, for calls that change something, the refusals before a body is read', () => {
    const { paths } = made(route({ body: ThingRequest, access: 'everybody' }, 'POST', '/api/things/:id'));
    const { parameters, requestBody, responses } = paths['/api/things/{id}']?.['post'] ?? {};
    expect(parameters?.[0]).toMatchObject({ name: 'id', in: 'path', schema: { format: 'uuid' } });
    expect(requestBody).toMatchObject({ required: true });
    expect(Object.keys(responses ?? {})).toEqual([
      '200',
      '400',
      '403',
      '404',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
  });

  it('is refused if two things have the same name', () => {
    expect(() => made(route(), route({}, 'POST'))).toThrow('two routes are called readThing');
    const other = route({ id: 'other', answers: { 200: json('Another', { ...thing }) } }, 'POST');
    expect(() => made(route(), other)).toThrow('two schemas are called Thing');
    expect(() => made(route({}, 'GET', '/api/things/:name'))).toThrow('{name}');
  });

  it('describes the class that a handler takes', () => {
    class Controller {
      make(body: ThingRequest): ThingRequest {
        return body;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Object], Controller.prototype, 'make');
    const handler = Object.getOwnPropertyDescriptor(Controller.prototype, 'make') ?? {};
    const describeIt = (): unknown =>
      Describe({ ...description, body: ThingRequest })(Controller.prototype, 'make', handler);
    expect(describeIt).toThrow('make does not take ThingRequest');
    Reflect.defineMetadata('design:paramtypes', [ThingRequest], Controller.prototype, 'make');
    expect(describeIt).not.toThrow();
  });
});
