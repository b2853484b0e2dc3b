import { believingLog } from '../../eventsourcing/trust/testing/believing-log.js';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { TrustedLog } from '../../eventsourcing/trust/trusted-log.js';
import type { CurrentNdas } from '../../agreements/current-ndas.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { day, NDA_ID, on } from '../../nda/testing/given.js';
import * as sample from '../../nda/testing/samples.js';
import { Histories } from './histories.js';
import { ReadHistory, ReadHistoryHandler, ReplayNda, ReplayNdaHandler } from './replay.queries.js';
import { lastStep } from './replay-state.js';
import { sealedHistory } from './testing/replayed.js';

const events = sealedHistory([sample.created, on(1, sample.party1Signed()), sample.completed]);
const stored = events.map(
  ({ id, stream, revision, type }) => ({ id, stream, revision, type }) as UntrustedEvent,
);

/** Returns histories of a log in which the event with this revision cannot be decoded or was altered. */
const damaged = (
  revision: number,
  log: Pick<TrustedLog, 'load'> = believingLog({ readStream: async () => stored }),
): Histories =>
  new Histories(log, {
    decode: (event: UntrustedEvent) => {
      const read = events[event.revision];
      return event.revision === revision ? { ...read, version: 0, unknown: true, at: '', open: {} } : read;
    },
    unseal: async (event: Recorded) => {
      return event.revision === revision + 1 ? { ...event, personal: undefined, sealBroken: true } : event;
    },
  } as unknown as Journal);

const NDAS = { isErased: async () => false } as unknown as CurrentNdas;
const PAGE = new ReadHistory(NDA_ID, { from: 1, limit: 1 }, 'auditor');
const AFTER = new ReplayNda(NDA_ID, { revision: 1 });

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

  it.each([
    ['as a page of its events', (histories: Histories) => new ReadHistoryHandler(histories, NDAS), PAGE],
    ['after one of its events', (histories: Histories) => new ReplayNdaHandler(histories, NDAS), AFTER],
  ] as const)('is loaded once to be shown %s', async (_, handlerOf, query) => {
    const log = believingLog({ readStream: async () => stored });
    const load = jest.spyOn(log, 'load');
    const handler = handlerOf(damaged(9, log));
    await handler.execute(query as never);
    expect(load.mock.calls.map(([stream]) => stream)).toEqual([ndaStream(NDA_ID)]);
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
