import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Queries } from '../../bus/queries.js';
import { Describe, file } from '../../http/openapi/route-description.js';
import { Roles } from '../../http/callers/role.guard.js';
import { RouteRules } from '../../http/routes/route-rules.js';
import { UuidParam } from '../../http/requests/uuid-param.pipe.js';
import { Readers } from '../../agreements/reading/reader.js';
import { BundleEvidence } from './evidence.query.js';

/**
 * Time limit for a bundle in milliseconds. A bundle may have ten thousand events. Each event is opened, gets
 * a signed receipt, and is proven.
 */
const MADE_WITHIN_MS = 60_000;

/**
 * Sends the archive with which admin or auditor can prove an NDA without the service (rule:evidence-bundle).
 */
@Controller('api/audit/ndas')
@Roles('admin', 'auditor')
export class EvidenceController {
  constructor(
    private readonly queries: Queries,
    private readonly readers: Readers,
  ) {}

  @Get(':id/evidence')
  @Describe({
    id: 'readEvidence',
    tag: 'Administration',
    summary: 'Get all evidence of an NDA as one archive',
    details:
      'The archive contains the events as stored, their sealed parts in clear text, the agreement, the PDF, receipts, proofs and keys. `npm run verify` verifies it offline. The archive of an erased NDA lacks the personal data. The archive stays the same until the next event. The auditor may make this call, too.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    answers: { 200: file('application/zip', 'The archive (evidence bundle)', ['Content-Disposition']) },
    problems: ['evidence_broken', 'evidence_too_large'],
  })
  @RouteRules({ answerWithinMs: MADE_WITHIN_MS })
  @Header('content-type', 'application/zip')
  @Header('cache-control', 'private, no-store')
  async evidence(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { bytes, isPersonal } = await this.queries.ask(new BundleEvidence(id, goneOf(reply)));
    // A bundle is sent only if the reading was recorded (rule:readings-are-recorded).
    if (isPersonal) await this.readers.recordPage(request, [id], 'evidence');
    reply.header('content-disposition', `attachment; filename="siegel-${id}.zip"`);
    return bytes;
  }
}

/** Returns a signal that is aborted when the connection closes, whether or not the answer was sent. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  if (raw.destroyed) gone.abort();
  return gone.signal;
}
