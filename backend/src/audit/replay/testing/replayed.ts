import type { FieldChange, NdaAtView } from '@siegel/contracts/audit/views';
import type { Step } from '../../../eventsourcing/journal/testing/given-when-then.js';
import type { Recorded } from '../../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../../nda/nda.events.js';
import { history } from '../../../nda/testing/given.js';
import { ndaAt } from '../nda-at.js';
import { type UnsealedEvent, unsealedAs } from '../replayed-nda.js';
import { lastStep } from '../replay-state.js';

/** Returns the event in the form that it has in the log. If it has a personal part, it gets a sealed blob. */
const withBlob = (event: Recorded<NdaEvent>): Recorded<NdaEvent> => {
  const { id: eventId, stream, revision, type, personal } = event;
  const sealed = { stream, revision, eventId, type, keyId: 'key', bytes: Buffer.from('sealed') };
  return { ...event, sealed: personal === undefined ? undefined : sealed };
};

export const sealedHistory = (steps: readonly Step<NdaEvent>[]): readonly Recorded<NdaEvent>[] =>
  history(steps).map(withBlob);

/**
 * Returns the NDA's view (`N`) after the last of these events.
 * @param read returns the opened content of an event's sealed part
 */
export function replayed(
  events: readonly Recorded<NdaEvent>[],
  read: (event: Recorded<NdaEvent>) => UnsealedEvent = unsealedAs,
): NdaAtView {
  const { before, after } = lastStep(events);
  return ndaAt(before, after, (eventId) => {
    const found = events.find(({ id }) => id === eventId);
    return found && read(found);
  });
}

/** Returns lines `field: before > after`, with `#` for a value that cannot be read. */
export const describeChanges = (changes: readonly FieldChange[]): readonly string[] =>
  changes.map(
    ({ field, before, after, gone }) => `${field}: ${String(before)} > ${gone ? '#' : String(after)}`,
  );
