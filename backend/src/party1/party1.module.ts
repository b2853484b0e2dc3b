import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { AddressesController } from './addresses.controller.js';
import { AskedMails } from './asked-mails.js';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { DeliveryRequests } from './delivery-requests.js';
import { DeviceController } from './device.controller.js';
import { Drafts } from './drafts/drafts.js';
import { EvidenceController } from '../audit/evidence-bundle/evidence.controller.js';
import { BundleEvidenceHandler } from '../audit/evidence-bundle/evidence.query.js';
import { InvitationController } from './invitation.controller.js';
import { Erasures } from '../admin/agreements/erasures.js';
import { Invitations } from './invitations.js';
import { ListedNdasController } from '../admin/agreements/listed-ndas.controller.js';
import { ListNdasHandler } from '../agreements/finding/listed-ndas.query.js';
import { NdaAccess } from '../agreements/reading/nda-access.js';
import { ndaQueryHandlers } from '../agreements/reading/agreement.queries.js';
import { NdasController } from './ndas.controller.js';
import { OtherDevices } from './other-devices.js';
import { ListOwnNdasHandler } from '../agreements/finding/own-ndas.query.js';
import { Party1 } from './party1.js';
import { PaymentsController } from './payments.controller.js';
import { Readers } from '../agreements/reading/reader.js';
import { ListAuditedNdasHandler } from '../audit/replay/audited-ndas.query.js';
import { ReplayController } from '../audit/replay/replay.controller.js';
import { ReadHistoryHandler, ReplayNdaHandler } from '../audit/replay/replay.queries.js';
import { SignatureReader } from '../signature-image/signature-reader.js';
import { Signatures } from './signatures.js';
import { SigningController } from './signing.controller.js';
import { NameWriter } from '../typed-name/name-writer.js';
import { TypedNameController } from '../typed-name/typed-name.controller.js';

/** Party 1's side. Needs READ_ACCESS and DELIVERY_SERVICE (tokens.ts) from a global module. */
@Module({
  imports: [AgreementsModule, PaymentsModule],
  controllers: [
    NdasController,
    ListedNdasController,
    ReplayController,
    EvidenceController,
    SigningController,
    TypedNameController,
    PaymentsController,
    InvitationController,
    AddressesController,
    DeviceController,
  ],
  providers: [
    Party1,
    Drafts,
    Signatures,
    SignatureReader,
    NameWriter,
    AskedMails,
    Invitations,
    OtherDevices,
    DeliveryRequests,
    Readers,
    NdaAccess,
    Erasures,
    ...ndaQueryHandlers,
    ListNdasHandler,
    ListOwnNdasHandler,
    ListAuditedNdasHandler,
    ReadHistoryHandler,
    ReplayNdaHandler,
    BundleEvidenceHandler,
  ],
  exports: [SignatureReader],
})
export class WizardModule {}
