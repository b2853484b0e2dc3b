import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '@siegel/contracts/enums';
import { Commands } from '../bus/commands.js';
import { documentLabel } from '../nda/nda.blobs.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { documentForLink } from '../nda/rules/document-for-link.js';
import type { Clock } from '../platform/clock.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { BLOBS, CLOCK } from '../platform/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import { SigningLinks } from './signing-links.js';

/**
 * PDF of the NDA, for whoever holds the link through which Party 2 signed, with what its file name is made
 * of.
 * @throws RuleBroken as `documentForLink`
 */
export class ReadDocumentByLink extends Query<{
  readonly bytes: Buffer;
  readonly title: string;
  readonly language: Language;
}> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(ReadDocumentByLink)
export class ReadDocumentByLinkHandler implements IQueryHandler<ReadDocumentByLink> {
  constructor(
    private readonly links: SigningLinks,
    private readonly commands: Commands,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ token }: ReadDocumentByLink) {
    const { ndaId, tokenHash } = await this.links.find(token);
    const { state } = await this.commands.state(ndaDecider, ndaId);
    const documentHash = documentForLink(state, tokenHash, this.clock.now());
    const bytes = await this.blobs.getRecorded(ndaStream(ndaId), documentLabel(documentHash));
    // The key may go between the stream and the bytes.
    if (bytes === undefined || state.personal === undefined || state.terms === undefined)
      throw new RuleBroken('invalid_link');
    return { bytes, title: state.personal.ideaTitle, language: state.terms.language };
  }
}
