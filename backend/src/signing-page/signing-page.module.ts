import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { CurrentNdas } from '../agreements/current-ndas.js';
import { ClosedStreamsModule } from '../closed-streams/closed-streams.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import { JOURNAL, LINK_TOKENS, POOL, TAMPERING, TRUSTED_LOG } from '../platform/wiring/tokens.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { LinkOpenings } from './link-openings.js';
import { LinkSignatures } from './link-signatures.js';
import { MailLinksController } from './mail-links.controller.js';
import { MailLinks } from './mail-links.js';
import { NamedLinks } from './named-links.js';
import { Party2 } from './party2.js';
import { SharePayments } from './share-payments.js';
import { SharePaymentsController } from './share-payments.controller.js';
import { SigningLinks } from '../agreements/finding/signing-links.js';
import { SigningPageController } from './signing-page.controller.js';
import { signingPageQueryHandlers } from './signing-page.queries.js';

/** Party 2's side of the API. A global module must provide DOCUMENT_NAMING (tokens.ts). */
@Module({
  imports: [AgreementsModule, ClosedStreamsModule, PaymentsModule, SignaturesModule],
  controllers: [SigningPageController, SharePaymentsController, MailLinksController],
  providers: [
    provideClassWithParts(SigningLinks, {
      pool: POOL,
      log: TRUSTED_LOG,
      journal: JOURNAL,
      tokens: LINK_TOKENS,
      tampering: TAMPERING,
      ndas: CurrentNdas,
    }),
    Party2,
    LinkSignatures,
    LinkOpenings,
    SharePayments,
    NamedLinks,
    MailLinks,
    ...signingPageQueryHandlers,
  ],
})
export class SigningPageModule {}
