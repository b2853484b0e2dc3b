import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import type { Language, Party } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import { matchesTag } from '../../http/requests/entity-tag.js';
import { requireDocumentFor } from '../../nda/rules/document.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { agreementOf } from '../agreement-text.js';
import { CurrentNdas } from '../current-ndas.js';
import { NdaReadModel } from '../nda-read-model.js';
import { NdaAccess, type ReadingRole } from './nda-access.js';
import type { Reader } from './reader.js';
import { DELIVERY_SERVICE, type DeliveryService } from './tokens.js';

/*
 * The queries about an NDA. Each query throws RuleBroken not_found for a reader without access, and
 * nda_discarded for the creator of a replaced draft. While the stream is closed, its creator gets a view
 * without sealed parts, and stream_untrusted from every other query (rule:closed-streams-open-nothing). The
 * comment on a query names the other errors that it throws.
 */

/**
 * Returns the NDA's view (`N` in the HTTP contract); undefined if the reader already has the current version
 * (rule:unchanged-is-304).
 */
export class ReadNda extends Query<{
  readonly tag: string;
  readonly nda: NdaView | undefined;
  readonly role: ReadingRole;
}> {
  constructor(
    readonly id: string,
    readonly reader: Reader,
    /** The entity tags in the `If-None-Match` header of the request. */
    readonly known: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ReadNda)
export class ReadNdaHandler implements IQueryHandler<ReadNda> {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
  ) {}

  async execute({ id, reader, known }: ReadNda) {
    return this.access.readFor(id, reader, 'nda', async (nda, role) => {
      const tag = this.ndas.tag(nda);
      const view = (): Promise<NdaView> =>
        role === 'admin' ? this.ndas.adminView(nda) : this.ndas.view(nda);
      return { tag, role, nda: matchesTag(known, tag) ? undefined : await view() };
    });
  }
}

/**
 * Returns the NDA's view (`N`) at the given revision or a later one. The given revision is one that this
 * request itself appended (rule:read-your-writes).
 */
export class ReadNdaAt extends Query<NdaView> {
  constructor(
    readonly id: string,
    readonly revision: number,
  ) {
    super();
  }
}

@QueryHandler(ReadNdaAt)
export class ReadNdaAtHandler implements IQueryHandler<ReadNdaAt> {
  constructor(
    private readonly current: CurrentNdas,
    private readonly ndas: NdaReadModel,
  ) {}

  async execute({ id, revision }: ReadNdaAt) {
    await this.ndas.listed(id, revision);
    const nda = await this.current.one(id);
    if (nda === undefined) throw new RuleBroken('not_found');
    return this.ndas.view(nda);
  }
}

/** Returns the text of the agreement with its hash. The agreement may be signed or unsigned. */
export class ReadAgreement extends Query<{
  readonly agreement: AgreementDocument;
  readonly agreementHash: string;
}> {
  constructor(
    readonly id: string,
    readonly reader: Reader,
  ) {
    super();
  }
}

@QueryHandler(ReadAgreement)
export class ReadAgreementHandler implements IQueryHandler<ReadAgreement> {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
  ) {}

  async execute({ id, reader }: ReadAgreement) {
    return this.access.readFor(id, reader, 'agreement', async (nda) => {
      const view = await this.ndas.wholeView(nda);
      return { agreement: agreementOf(nda.state, view), agreementHash: view.agreementHash };
    });
  }
}

/** Returns the PNG of a party's signature. @throws RuleBroken not_found also if that party has not signed */
export class ReadSignature extends Query<{ readonly image: Buffer; readonly role: ReadingRole }> {
  constructor(
    readonly id: string,
    readonly party: Party | undefined,
    readonly reader: Reader,
  ) {
    super();
  }
}

@QueryHandler(ReadSignature)
export class ReadSignatureHandler implements IQueryHandler<ReadSignature> {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
  ) {}

  async execute({ id, party, reader }: ReadSignature) {
    return this.access.readFor(id, reader, 'signature', async (nda, role) => {
      const image = party === undefined ? undefined : await this.ndas.signature(nda, party);
      if (image === undefined) throw new RuleBroken('not_found');
      return { image, role };
    });
  }
}

/**
 * Returns the PDF of the NDA, with the title and language for its file name (rule:pdf-for-those-who-paid).
 * @throws RuleBroken not_completed, payment_required, document_not_ready
 */
export class ReadDocument extends Query<{
  readonly bytes: Buffer;
  readonly title: string;
  readonly language: Language;
}> {
  constructor(
    readonly id: string,
    readonly reader: Reader,
  ) {
    super();
  }
}

@QueryHandler(ReadDocument)
export class ReadDocumentHandler implements IQueryHandler<ReadDocument> {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
  ) {}

  async execute({ id, reader }: ReadDocument) {
    return this.access.readFor(id, reader, 'document', async (nda, role) => {
      requireDocumentFor(role, nda.state);
      const bytes =
        (await this.ndas.document(nda)) ?? (role === 'admin' ? await this.delivery.unsealed(id) : undefined);
      if (bytes === undefined) throw new RuleBroken('document_not_ready');
      const { ideaTitle, language } = await this.ndas.wholeView(nda);
      return { bytes, title: ideaTitle, language };
    });
  }
}

export const ndaQueryHandlers = [
  ReadNdaHandler,
  ReadNdaAtHandler,
  ReadAgreementHandler,
  ReadSignatureHandler,
  ReadDocumentHandler,
];
