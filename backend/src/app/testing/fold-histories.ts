import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { accessStream } from '../../audit/model/access.events.js';
import { accessEvents } from '../../audit/model/access.registry.js';
import type { EventRegistry, Recorded } from '../../eventsourcing/journal/event.js';
import type { Upcasters } from '../../eventsourcing/journal/journal.js';
import {
  type EventFixture,
  readAsToday,
  readFixtures,
} from '../../eventsourcing/journal/testing/fixtures.js';
import { ndaStream } from '../../nda/nda.events.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { ndaUpcasters } from '../../nda/upcasters.js';
import { history, NDA_ID } from '../../nda/testing/given.js';
import { randomHistories } from '../../nda/testing/histories.js';
import * as samples from '../../nda/testing/sample-histories.js';
import { recordsStream } from '../../trust-stream/trust.events.js';
import { trustEvents } from '../../trust-stream/trust.registry.js';
import { VOUCHER_ID } from '../../voucher/testing/given.js';
import { voucherUpcasters } from '../../voucher/upcasters.js';
import { voucherStream } from '../../voucher/voucher.events.js';
import { voucherEvents } from '../../voucher/voucher.registry.js';
import { WITHDRAWAL_ID } from '../../withdrawals/model/testing/given.js';
import { withdrawalUpcasters } from '../../withdrawals/model/upcasters.js';
import { withdrawalStream } from '../../withdrawals/model/withdrawal.events.js';
import { withdrawalEvents } from '../../withdrawals/model/withdrawal.registry.js';

/** One stream's events, as the journal returns them. */
export type History = readonly Recorded[];

interface Kind {
  /** The folder below `src` that holds the fixtures. */
  readonly folder: string;
  readonly registry: EventRegistry;
  readonly upcasters: Upcasters;
  readonly stream: string;
}

const KINDS: readonly Kind[] = [
  { folder: 'nda', registry: ndaEvents, upcasters: ndaUpcasters, stream: ndaStream(NDA_ID) },
  {
    folder: 'voucher',
    registry: voucherEvents,
    upcasters: voucherUpcasters,
    stream: voucherStream(VOUCHER_ID),
  },
  {
    folder: 'withdrawals/model',
    registry: withdrawalEvents,
    upcasters: withdrawalUpcasters,
    stream: withdrawalStream(WITHDRAWAL_ID),
  },
  { folder: 'audit/model', registry: accessEvents, upcasters: {}, stream: accessStream('a'.repeat(64)) },
  {
    folder: 'trust-stream',
    registry: trustEvents,
    upcasters: {},
    stream: recordsStream(ndaStream(NDA_ID)),
  },
];

const HISTORIES = 12;

/**
 * Replaces the sealed bytes with the event's type and revision. Real sealed bytes differ from run to run, and
 * a fold must not read them.
 */
const withBlob = (event: Recorded): Recorded =>
  ({
    ...event,
    sealed:
      event.personal === undefined
        ? undefined
        : {
            revision: event.revision,
            eventId: event.id,
            type: event.type,
            keyId: 'key',
            bytes: Buffer.from(`${event.type} at ${event.revision}`),
          },
  }) as Recorded;

async function story(
  { upcasters, stream }: Kind,
  fixtures: readonly (EventFixture | undefined)[],
): Promise<History> {
  const given = fixtures.filter((fixture) => fixture !== undefined);
  return Promise.all(given.map((fixture, revision) => readAsToday(fixture, { upcasters, stream, revision })));
}

/**
 * Returns a history with the newest version of each event type, and a history with the first version of each
 * event type. Also returns one history for each fixture. It consists of two events: the first event of the
 * kind of stream, and the fixture.
 */
async function ofFixtures(source: string, kind: Kind): Promise<readonly History[]> {
  const fixtures = readFixtures(join(source, kind.folder, 'fixtures'));
  const declared = Object.entries(kind.registry);
  const newest = declared.map(([type, { version }]) => fixtures.get(`${type}.v${version}`));
  const oldest = declared.map(([type]) => fixtures.get(`${type}.v1`));
  const [first] = newest;
  return Promise.all([
    story(kind, newest),
    story(kind, oldest),
    ...[...fixtures.values()].map((fixture) => story(kind, [first, fixture])),
  ]);
}

function ofNdas(): readonly History[] {
  const sampleLists = Object.values(samples).filter((one) => Array.isArray(one));
  const after = Object.values(samples.oneOfEach).map((event) => [...samples.remoteInvited, event]);
  const lived = fc.sample(randomHistories, { numRuns: HISTORIES, seed: 20261126 });
  return [
    ...[...sampleLists, ...after].map((events) => history(events)),
    ...lived.map(({ steps }) => steps.map(({ event }) => event)),
  ];
}

/**
 * Returns histories of every kind of stream. They are the same histories in each run.
 * @param source the folder `backend/src`
 */
export async function foldHistories(source: string): Promise<readonly History[]> {
  const written = await Promise.all(KINDS.map((kind) => ofFixtures(source, kind)));
  return [...written.flat(), ...ofNdas()].map((events) => events.map(withBlob));
}

/** Returns the digest of a JSON value. The order of members does not matter. */
export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(value)))
    .digest('hex')
    .slice(0, 12);

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOrder(member)]),
  );
}
