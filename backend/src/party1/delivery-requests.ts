import { Inject, Injectable } from '@nestjs/common';
import type { NdaView } from '@siegel/contracts/nda/view';
import { documentIsOwed, isComplete, requireCompleteAndPaid } from '../nda/rules/document.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { PaymentService } from '../payments/payment-service.js';
import { NdaReadModel } from '../agreements/nda-read-model.js';
import type { NdaState } from '../nda/nda.state.js';
import { overallPaymentStatus } from '../nda/rules/price.js';
import { NdaAccess } from '../agreements/reading/nda-access.js';
import type { Reader } from '../agreements/reading/reader.js';
import {
  DELIVERY_SERVICE,
  type DeliveryService,
  OWED_MAILS,
  type OwedMailRequests,
} from '../agreements/reading/tokens.js';

/** Handles the request 'send it now'. Anyone who may read the NDA can make it. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
    private readonly payments: PaymentService,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
    @Inject(OWED_MAILS) private readonly mails: OwedMailRequests,
  ) {}

  /**
   * Requests every mail that is owed: the document if it was not sent yet, and all other owed mails, for
   * instance an order confirmation (rule:send-again-is-safe). If a payment is still pending, the provider is
   * polled once (rule:lost-reports-are-found).
   * @throws RuleBroken not_found, nda_discarded, stream_untrusted, not_completed, payment_required
   */
  async ask(id: string, reader: Reader): Promise<NdaView> {
    let isPolled = false;
    const nda = await this.access.readFor(id, reader, 'send-email', async (found) => {
      if (found.untrustedSince !== undefined) throw new RuleBroken('stream_untrusted');
      if (!isPolled && waitsForPayment(found.state)) {
        isPolled = true;
        await this.payments.pollNow(id);
      }
      requireCompleteAndPaid(found.state);
      return found;
    });
    const { owed } = nda.state.owedMails;
    if (owed.length > 0) await this.mails.ask(id);
    if (documentIsOwed(nda.state)) await this.delivery.ask(id);
    return this.ndas.view(nda);
  }
}

const waitsForPayment = (state: NdaState): boolean =>
  isComplete(state) && overallPaymentStatus(state) === 'pending';
