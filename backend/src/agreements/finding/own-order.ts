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
  readonly commands: Pick<Commands, 'state'>;
  readonly logger: Logger;
}

/**
 * True if the text really contains the number or id of the order. The order was found by a row, and somebody
 * may have changed the row.
 */
const isNamed = (reference: string, { ndaId, party }: FoundOrder): boolean =>
  reference.toUpperCase().includes(orderNumber(ndaId, party)) ||
  (party === 1 && reference.toLowerCase().includes(ndaId));

/**
 * True for the errors of a stream that cannot be read now. Such a stream confirms nothing, but does not
 * prevent a withdrawal.
 */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SealBroken || error instanceof StreamNotUnderstood || error instanceof MasterKeyUnknown;

/**
 * Returns a function that checks a text and a mailbox. It resolves to true if the text names a paid order,
 * and the mailbox belongs or once belonged to the party of that order (rule:withdrawal-receipt). Rows only
 * find the order. The order's stream decides.
 */
export function ownOrder({ find, commands, logger }: OwnOrderParts) {
  async function streamOf(ndaId: string): Promise<LoadedState<NdaState, NdaEvent> | undefined> {
    try {
      return await commands.state(ndaDecider, ndaId);
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
