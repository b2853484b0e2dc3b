import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { AddressesController } from './addresses.controller.js';
import { RequestedMails } from './requested-mails.js';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { DeliveryRequests } from './delivery-requests.js';
import { DeviceController } from './device.controller.js';
import { Drafts } from './drafts/drafts.js';
import { InvitationController } from './invitation.controller.js';
import { Invitations } from './invitations.js';
import { NdasController } from './ndas.controller.js';
import { OtherDevices } from './other-devices.js';
import { Party1 } from './party1.js';
import { PaymentsController } from './payments.controller.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { SigningController } from './signing.controller.js';

/** Provides the API calls of Party 1. */
@Module({
  imports: [AgreementsModule, PaymentsModule, SignaturesModule],
  controllers: [
    NdasController,
    SigningController,
    PaymentsController,
    InvitationController,
    AddressesController,
    DeviceController,
  ],
  providers: [Party1, Drafts, RequestedMails, Invitations, OtherDevices, DeliveryRequests],
})
export class Party1Module {}
