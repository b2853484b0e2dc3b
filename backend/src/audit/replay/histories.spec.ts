import { believingLog } from '../../eventsourcing/trust/testing/believing-log.js';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { day, NDA_ID, on } from '../../nda/testing/given.js';
import * as sample from '../../nda/testing/samples.js';
import { Histories } from './histories.js';
import { lastStep } from './replay-state.js';
import { sealedHistory } from './testing/replayed.js';

const events = sealedHistory([sample.created, on(1, sample.party1Signed()), sample.completed]);
const stored = events.map(
  ({ id, stream, revision, type }) => ({ id, stream, revision, type }) as UntrustedEvent,
);

/** Returns histories of a log in which the event with this revision cannot be decoded or was altered. */
const damaged = (revision: number): Histories =>
  new Histories(believingLog({ readStream: async () => stored }), {
    decode: (event: UntrustedEvent) => {
      const read = events[event.revision];
      return event.revision === revision ? { ...read, version: 0, unknown: true, at: '', open: {} } : read;
    },
    unseal: async (event: Recorded) => {
      return event.revision === revision + 1 ? { ...event, personal: undefined, sealBroken: true } : event;
    },
  } as unknown as Journal);

describe('a history with an event that cannot be read', () => {
  it('shows an event that cannot be decoded in its place, and does not fold it', async () => {
    const { events: read } = await damaged(1).read(NDA_ID);
    expect(read.map(({ type, version, at }) => [type, version, at])).toEqual([
      ['NdaCreated', 1, day(0)],
      ['Party1Signed', 0, day(0)],
      ['NdaCompleted', 1, day(0)],
    ]);
    expect(lastStep(read.slice(0, 2)).after.nda.state).toMatchObject({ status: 'draft', revision: 1 });
    expect(await damaged(1).open(read[1] as Recorded<NdaEvent>)).toMatchObject({ unreadable: 'broken' });
  });

  it('marks a sealed part that was altered', async () => {
    const { events: read } = await damaged(0).read(NDA_ID);
    expect(await damaged(0).open(read[1] as Recorded<NdaEvent>)).toEqual({
      personal: undefined,
      origin: undefined,
      unreadable: 'broken',
    });
    expect(await damaged(0).open(events[2] as Recorded<NdaEvent>)).toMatchObject({ unreadable: null });
  });
});
