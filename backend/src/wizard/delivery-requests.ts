import { Inject, Injectable } from '@nestjs/common';
import type { NdaView } from '@siegel/contracts/nda/view';
import { documentIsOwed, isComplete, requireCompleteAndPaid } from '../nda/rules/document.js';
import { PaymentService } from '../payments/payment-service.js';
import { NdaAccess } from './nda-access.js';
import { NdaReadModel } from './nda-read-model.js';
import type { NdaRow } from './nda-row.js';
import type { Reader } from './reader.js';
import { DELIVERY_SERVICE, type DeliveryService } from './tokens.js';

/** 'Send it now', by whoever may read the NDA. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
    private readonly payments: PaymentService,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
  ) {}

  /**
   * What was sent is not sent again (rule:send-again-is-safe). A payment of which nothing was heard is looked for, once
   * (rule:lost-reports-are-found).
   * @throws RuleBroken not_found, nda_discarded, not_completed, payment_required
   */
  async ask(id: string, reader: Reader): Promise<NdaView> {
    let isLookedFor = false;
    const row = await this.access.readFor(id, reader, 'send-email', async (found) => {
      if (!isLookedFor && waitsForPayment(found)) {
        isLookedFor = true;
        await this.payments.lookNow(id);
      }
      requireCompleteAndPaid(found);
      return found;
    });
    if (documentIsOwed(row)) await this.delivery.ask(id);
    return this.ndas.view(row);
  }
}

const waitsForPayment = (row: NdaRow): boolean => isComplete(row) && row.paymentStatus === 'pending';
