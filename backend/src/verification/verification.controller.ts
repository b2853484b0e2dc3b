import { Controller, Get, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces } from '@nestjs/swagger';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { reasonIn } from '@siegel/contracts/verification/reasons';
import type { VerificationView } from '@siegel/contracts/verification/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { RouteRules } from '../http/route-rules.js';
import { languageOf } from '../http/request-context.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { ReadSealCertificates, VerifyDocument } from './verification.queries.js';

/** Public: whoever has a document may have it checked. The file is not kept. */
@Controller('api/verify')
export class VerificationController {
  constructor(private readonly queries: Queries) {}

  @Post()
  @HttpCode(200)
  @RouteRules({ limit: 'verify', answerWithinMs: 20_000 })
  @ApiConsumes('application/pdf')
  @ApiBody({ schema: { type: 'string', format: 'binary', maxLength: VERIFY_MAX_BYTES } })
  async verify(@Req() request: FastifyRequest): Promise<VerificationView> {
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw new RuleBroken('unsupported_media_type');
    if (body.length > VERIFY_MAX_BYTES) throw new RuleBroken('body_too_large');
    const { reasons, ...found } = await this.queries.ask(new VerifyDocument(body));
    const language = languageOf(request);
    return { ...found, reasons: reasons.map((reason) => reasonIn(language, reason)) };
  }

  /**
   * The public half of what seals, past certificates included: with it documents can be checked without us
   * (`npm run verify`).
   */
  @Get('certificates')
  @ApiProduces('application/x-pem-file')
  @Header('content-type', 'application/x-pem-file')
  @Header('content-disposition', 'attachment; filename="certificates.pem"')
  @Header('cache-control', 'no-cache')
  certificates(): Promise<string> {
    return this.queries.ask(new ReadSealCertificates());
  }
}
