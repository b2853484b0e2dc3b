import { orderNumber } from '@siegel/contracts/payments/order-number';
import type { Commands } from '../../bus/commands.js';
import { StreamNotUnderstood } from '../../eventsourcing/commands/stream-not-understood.js';
import type { LoadedState } from '../../eventsourcing/commands/command-runner.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { NdaState } from '../../nda/nda.state.js';
import { hasHadMailbox, isOrderPaid } from '../../nda/rules/order-party.js';
import { describeError } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';
import { MasterKeyUnknown, SealBroken } from '../../vault/vault.js';
import type { FoundOrder } from './find-order.js';

export interface OwnOrderParts {
  readonly find: (reference: string) => Promise<FoundOrder | undefined>;
  readonly commands: Pick<Commands, 'lastTrusted'>;
  readonly logger: Logger;
}

/**
 * True if the text really contains the number or id of the order. The service found the order by a row, and
 * somebody may have changed that row.
 */
const isNamed = (reference: string, { ndaId, party }: FoundOrder): boolean =>
  reference.toUpperCase().includes(orderNumber(ndaId, party)) ||
  (party === 1 && reference.toLowerCase().includes(ndaId));

/**
 * True if the error means that a stream cannot be read now. A stream that cannot be read confirms nothing,
 * but the withdrawal is still accepted.
 */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SealBroken || error instanceof StreamNotUnderstood || error instanceof MasterKeyUnknown;

/**
 * Returns a function that takes a text and an e-mail address. It resolves to true if the text names a paid
 * order and the mailbox of the address belongs, or once belonged, to the party of that order
 * (rule:withdrawal-receipt). Rows are used only to find the order. The stream of the order decides.
 */
export function ownOrder({ find, commands, logger }: OwnOrderParts) {
  async function streamOf(ndaId: string): Promise<LoadedState<NdaState, NdaEvent> | undefined> {
    try {
      return await commands.lastTrusted(ndaDecider, ndaId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      logger.warn(
        { ndaId, ...describeError(error) },
        'The order that a withdrawal names cannot be read. The withdrawal is therefore treated, and limited, like a withdrawal without an order. siegel replay <ndaId> shows what is wrong with the stream of the order.',
      );
      return undefined;
    }
  }
  return async (reference: string, email: string): Promise<boolean> => {
    const found = await find(reference);
    if (found === undefined || !isNamed(reference, found)) return false;
    const stream = await streamOf(found.ndaId);
    return (
      stream !== undefined &&
      isOrderPaid(stream.state, found.party) &&
      hasHadMailbox(stream, found.party, email)
    );
  };
}
