import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import {
  TypedNameRequest,
  typedNameSchema,
  type TypedNameView,
} from '@siegel/contracts/signature/typed-name';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../http/callers/client.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { NameWriter } from './name-writer.js';

/**
 * Writes names as handwriting, for both parties. A party that may sign sends the picture back
 * (rule:typed-by-the-service).
 */
@Controller('api/signatures/typed')
export class TypedNameController {
  constructor(private readonly writer: NameWriter) {}

  @Post()
  @HttpCode(200)
  @Describe({
    id: 'writeTypedName',
    tag: 'Agreement',
    summary: 'Get a typed name as a picture in handwriting',
    details:
      'Use the picture to sign, here or on the signing page. The same name and style always give the same picture. The service stores nothing and does not log the name. The answer is `invalid_signature` if the name has a letter that none of the handwriting fonts has.',
    access: 'everybody',
    body: TypedNameRequest,
    examples: EXAMPLES.writeTypedName,
    answers: { 200: json('The picture', typedNameSchema) },
    problems: ['invalid_signature'],
  })
  @RouteRules({ limit: 'typedNames' })
  async write(
    @Body() { name, style }: TypedNameRequest,
    @Req() request: FastifyRequest,
  ): Promise<TypedNameView> {
    return { signature: await this.writer.write({ name, hand: style }, clientOf(request)) };
  }
}
