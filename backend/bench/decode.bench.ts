import type { Infrastructure } from '#src/app/infrastructure';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { BEGINNING, type StoredEvent } from '#src/eventsourcing/trust/authenticate';
import { agreement, write, writeEach } from './agreements.js';
import type { BenchEnvironment } from './bench-environment.js';
import { type Line, notSlower } from './report.js';
import { measureInTurn } from './statistics.js';

/** Default number of agreements whose events are decoded in each round. */
const NDAS = 500;
const WARM_UP = 5;
const ROUNDS = 21;
/** Maximum ratio of authenticating and decoding an event to decoding alone. */
const MOST = 2.4;

type Streams = readonly (readonly UntrustedEvent[])[];

/**
 * Compares the decoding of authenticated events with decoding alone, in this process and without a store. Both
 * sides take turns, and the printed line has the medians of the rounds.
 */
export async function benchDecode(environment: BenchEnvironment, ndas = NDAS): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('decode');
  return environment.infrastructure(async (infrastructure) => {
    const streams = await written(infrastructure, ndas);
    const { trust, journal } = infrastructure;
    const decode = (events: readonly UntrustedEvent[]): void => {
      for (const event of events) journal.decode(event as StoredEvent);
    };
    const times = await measureInTurn(
      ROUNDS,
      {
        baseline: () => microseconds(streams, async (events) => decode(events)),
        siegel: () =>
          microseconds(streams, async (events) => {
            const { events: trusted } = await trust.authenticator.stream(
              events[0]?.stream ?? '',
              events,
              BEGINNING,
            );
            if (trusted.length !== events.length) throw new Error('an event is not authenticated');
            decode(trusted);
          }),
      },
      WARM_UP,
    );
    const name = 'decode of an authenticated event; baseline: decode without authentication';
    return [notSlower(name, { ...times, unit: 'µs', most: MOST })];
  }, databaseUrl);
}

/** Writes agreements. @returns their events as stored */
async function written(infrastructure: Infrastructure, ndas: number): Promise<Streams> {
  const streams: (readonly UntrustedEvent[])[] = [];
  await writeEach(
    (n) => n < ndas,
    async () => {
      const { stream, events } = agreement();
      await write(infrastructure, stream, events);
      streams.push(await infrastructure.store.readStream(stream));
    },
  );
  return streams;
}

/** Returns the time that the work takes for each event. Each event is a new object, as after each read. */
async function microseconds(
  streams: Streams,
  work: (events: readonly UntrustedEvent[]) => Promise<void>,
): Promise<number> {
  let [ms, count] = [0, 0];
  for (const stream of streams) {
    const events = stream.map((event) => ({ ...event }));
    const began = performance.now();
    await work(events);
    ms += performance.now() - began;
    count += events.length;
  }
  return (ms * 1000) / count;
}
