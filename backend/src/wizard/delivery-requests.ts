import { Inject, Injectable } from '@nestjs/common';
import type { NdaView } from '@siegel/contracts/nda/view';
import { documentIsOwed, requireCompleteAndPaid } from '../nda/rules/document.js';
import { NdaAccess } from './nda-access.js';
import { NdaReadModel } from './nda-read-model.js';
import type { Reader } from './reader.js';
import { DELIVERY_SERVICE, type DeliveryService } from './tokens.js';

/** 'Send it now', by whoever may read the NDA. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
  ) {}

  /**
   * What was sent is not sent again (rule:send-again-is-safe).
   * @throws RuleBroken not_found, nda_discarded, not_completed, payment_required
   */
  async ask(id: string, reader: Reader): Promise<NdaView> {
    const row = await this.access.readFor(id, reader, 'send-email', (found) => {
      requireCompleteAndPaid(found);
      return found;
    });
    if (documentIsOwed(row)) await this.delivery.ask(id);
    return this.ndas.view(row);
  }
}
