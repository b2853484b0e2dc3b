import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ERRORS } from '@siegel/contracts/errors';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import type { FastifyInstance } from 'fastify';
import { API_PAGE_STYLE, apiPage } from './openapi-page.js';
import { PROBLEM_TYPE } from './problem.js';

const REF_PREFIX = '#/components/schemas/';
const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['type', 'status', 'title', 'detail', 'code', 'message'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    title: { type: 'string' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/**
 * Descriptions come from the routes, shapes of requests from the very rules that check them
 * (rule:api-describes-itself).
 */
function openApiDocument(app: INestApplication): OpenAPIObject {
  const head = new DocumentBuilder().setTitle(`${PRODUCT_NAME} API`).setVersion('1').build();
  const document = SwaggerModule.createDocument(app, head, { autoTagControllers: true });
  const rules = validationMetadatasToSchemas({ refPointerPrefix: REF_PREFIX });
  const problem = {
    description: 'A problem, in the language of Accept-Language',
    content: { [PROBLEM_TYPE.split(';')[0] ?? '']: { schema: { $ref: `${REF_PREFIX}Problem` } } },
  };
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      if (operation !== undefined) operation.responses = { ...operation.responses, default: problem };
    }
  }
  const known = document.components?.schemas ?? {};
  const schemas = { ...known, ...rules, Problem: PROBLEM_SCHEMA } as NonNullable<
    NonNullable<OpenAPIObject['components']>['schemas']
  >;
  return { ...document, components: { ...document.components, schemas } };
}

/**
 * `/api/openapi.json`, and `/api/docs` as a page without any script. The document is made when it is first
 * asked for.
 */
export function serveOpenApi(fastify: FastifyInstance, app: INestApplication): void {
  let made: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (made ??= openApiDocument(app));
  fastify.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document()),
  );
  fastify.get('/api/docs', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(apiPage(document())),
  );
  fastify.get('/api/docs/style.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(API_PAGE_STYLE),
  );
}
