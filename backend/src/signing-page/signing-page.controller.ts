import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { documentForLink } from '../nda/rules/document-for-link.js';
import type { Clock } from '../platform/clock.js';
import { Commands } from '../bus/commands.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { BLOBS, CLOCK } from '../platform/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import { SigningLinks } from './signing-links.js';
import { DOCUMENT_NAMING, type DocumentNaming } from './tokens.js';

/** The NDA as Party 2 meets it: by link, without a login (rule:link-is-the-only-proof). */
@Controller('api/remote-signature')
export class SigningPageController {
  constructor(
    private readonly links: SigningLinks,
    private readonly commands: Commands,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(DOCUMENT_NAMING) private readonly naming: DocumentNaming,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':token/pdf')
  @Header('cache-control', 'no-store')
  async pdf(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const { ndaId, tokenHash } = await this.links.find(token);
    const { state } = await this.commands.state(ndaDecider, ndaId);
    const documentHash = documentForLink(state, tokenHash, this.clock.now());
    const bytes = await this.blobs.get(ndaStream(ndaId), `document:${documentHash}`);
    // The key may go between the stream and the bytes.
    if (bytes === undefined || state.personal === undefined || state.terms === undefined)
      throw new RuleBroken('invalid_link');
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', this.naming.disposition(state.personal.ideaTitle, state.terms.language));
    return bytes;
  }
}
