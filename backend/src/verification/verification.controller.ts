import { Controller, Get, Header, HttpCode, Post, Req } from '@nestjs/common';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { reasonIn } from '@siegel/contracts/verification/reasons';
import { verificationSchema, type VerificationView } from '@siegel/contracts/verification/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, file, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { languageOf } from '../http/requests/request-context.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { ReadSealCertificates, VerifyDocument } from './verification.queries.js';

/** Public: anyone with a document can have it verified. The file is not kept. */
@Controller('api/verify')
export class VerificationController {
  constructor(private readonly queries: Queries) {}

  @Post()
  @HttpCode(200)
  @RouteRules({ limit: 'verify', answerWithinMs: 20_000 })
  @Describe({
    id: 'verifyDocument',
    tag: 'Verification',
    summary: 'Check a document',
    details: `The request body is the PDF itself, at most ${VERIFY_MAX_BYTES} bytes. The service does not store it. The answer contains only what the file itself contains.`,
    access: 'everybody',
    body: { type: 'application/pdf', schema: {} },
    answers: { 200: json('The verdict on the document, with its reasons', verificationSchema) },
  })
  async verify(@Req() request: FastifyRequest): Promise<VerificationView> {
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw new RuleBroken('unsupported_media_type');
    if (body.length > VERIFY_MAX_BYTES) throw new RuleBroken('body_too_large');
    const { reasons, ...found } = await this.queries.ask(new VerifyDocument(body));
    const language = languageOf(request);
    return { ...found, reasons: reasons.map((reason) => reasonIn(language, reason)) };
  }

  /**
   * All certificates that ever sealed documents, including the current certificate. With these certificates,
   * documents can be verified without the service (`npm run verify`).
   */
  @Get('certificates')
  @Describe({
    id: 'readSealCertificates',
    tag: 'Verification',
    summary: 'Get all certificates of the seal, earlier ones included',
    access: 'everybody',
    answers: {
      200: file('application/x-pem-file', 'The certificates, one after the other (RFC 7468)', [
        'Content-Disposition',
      ]),
    },
  })
  @Header('content-type', 'application/x-pem-file')
  @Header('content-disposition', 'attachment; filename="certificates.pem"')
  @Header('cache-control', 'no-cache')
  certificates(): Promise<string> {
    return this.queries.ask(new ReadSealCertificates());
  }
}
