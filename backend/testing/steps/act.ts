import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import type { NdaCommand } from '#src/nda/nda.commands';
import { ndaDecider } from '#src/nda/nda.decider';
import type { NdaEvent } from '#src/nda/nda.events';
import type { Recorded } from '#src/eventsourcing/journal/event';
import { newId } from '#src/platform/crypto/ids';
import type { TestBackend } from '../backend/test-backend.js';

/** Runs a command on an NDA directly, without an HTTP call. */
export async function act(test: TestBackend, id: string, command: NdaCommand): Promise<void> {
  const { commands, clock } = test.backend.infrastructure;
  const context = contextAt(clock.now().toISOString(), { commandId: newId(), correlationId: newId() });
  await commands.run(ndaDecider, id, command, context);
}

/** Records that Party 1 has paid, but not the requested amount. The paid amount is due back. */
export async function payWrongAmount(test: TestBackend, id: string, amount = 250): Promise<void> {
  const provider = 'sandbox';
  await act(test, id, { type: 'RequestPayment', party: 1, provider });
  await act(test, id, {
    type: 'RecordPaymentSuccess',
    party: 1,
    attempt: 1,
    paymentIntentId: `pi_${id}`,
    amount,
    currency: 'EUR',
    provider,
    cardLastDigits: null,
  });
}

export async function eventsOf(test: TestBackend, id: string): Promise<readonly Recorded<NdaEvent>[]> {
  return (await test.backend.infrastructure.commands.state(ndaDecider, id)).events;
}

/** Returns the newest event of a type. */
export async function newest<Type extends NdaEvent['type']>(
  test: TestBackend,
  id: string,
  type: Type,
): Promise<Recorded<Extract<NdaEvent, { type: Type }>>> {
  const found = (await eventsOf(test, id)).findLast((event) => event.type === type);
  if (found === undefined) throw new Error(`nothing of the kind ${type} happened`);
  return found as Recorded<Extract<NdaEvent, { type: Type }>>;
}
