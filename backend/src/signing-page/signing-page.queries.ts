import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '@siegel/contracts/enums';
import type { DisputeView, RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { documentLabel } from '../nda/nda.blobs.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { ndaStream } from '../nda/nda.events.js';
import { documentForLink } from '../nda/rules/document-for-link.js';
import type { Clock } from '../platform/time/clock.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { BLOBS, CLOCK } from '../platform/wiring/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import { closedDisputeView, disputeView } from './dispute-view.js';
import { NamedLinks } from './named-links.js';
import { Party2 } from './party2.js';
import { remoteSignatureView } from './remote-signature-view.js';

/**
 * Returns the agreement that Party 2 should sign or has signed, for the holder of the link.
 * @throws RuleBroken as `requireUsableLink`
 */
export class ReadByLink extends Query<RemoteSignatureView> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(ReadByLink)
export class ReadByLinkHandler implements IQueryHandler<ReadByLink> {
  constructor(
    private readonly party2: Party2,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ token }: ReadByLink): Promise<RemoteSignatureView> {
    return this.party2.through(token, async (link) =>
      remoteSignatureView(await this.party2.shown(link), link.tokenHash, this.clock.now()),
    );
  }
}

/**
 * Returns the PDF of the NDA, and the parts of its file name. The caller must have the link through which
 * Party 2 signed.
 * @throws RuleBroken as `documentForLink`; StreamUntrusted, because the cancellation of the link may be in the
 * part of the stream that does not count (rule:closed-streams-open-nothing)
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
    private readonly party2: Party2,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ token }: ReadDocumentByLink) {
    return this.party2.through(token, async (link) => {
      const state = await this.party2.state(link);
      const documentHash = documentForLink(state, link.tokenHash, this.clock.now());
      const bytes = await this.blobs.getRecorded(ndaStream(link.ndaId), documentLabel(documentHash));
      // The key may be destroyed between the read of the state and the read of the document.
      if (bytes === undefined || state.personal === undefined || state.terms === undefined)
        throw new RuleBroken('invalid_link');
      return { bytes, title: state.personal.ideaTitle, language: state.terms.language };
    });
  }
}

/**
 * Returns the signature that the link in Party 2's final mail can dispute. @throws RuleBroken invalid_link
 */
export class ReadDispute extends Query<DisputeView> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(ReadDispute)
export class ReadDisputeHandler implements IQueryHandler<ReadDispute> {
  constructor(
    private readonly links: NamedLinks,
    private readonly party2: Party2,
    private readonly keeper: ReportKeeper,
  ) {}

  async execute({ token }: ReadDispute): Promise<DisputeView> {
    const { ndaId, party } = this.links.dispute(token);
    const { state, untrusted } = await this.party2.shown({ ndaId });
    // After a repair, a job appends the kept dispute. Until then only the records have it.
    const keptAt = state.disputed.some((one) => one.party === party)
      ? null
      : await this.keeper.disputedAt(ndaStream(ndaId), party);
    return untrusted === undefined ? disputeView(state, keptAt) : closedDisputeView(state, keptAt);
  }
}

export const signingPageQueryHandlers = [ReadByLinkHandler, ReadDocumentByLinkHandler, ReadDisputeHandler];
