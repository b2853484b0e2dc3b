import { ProtocolServer } from '../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import type { LoggedEvent } from '../eventsourcing/event-store/eventstoredb/testing/logged-event.js';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { STREAM_ENDED } from '../eventsourcing/trust/ended.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';

const REASON = ['--reason', 'a drill'] as const;

let server: ProtocolServer;
let log: AttackedLog;
let stream: string;
let genuine: UntrustedEvent[];
beforeEach(async () => {
  server = new ProtocolServer();
  await server.start();
  log = await AttackedLog.open(server.url);
  stream = await log.agreement();
  genuine = await log.rows(stream);
});
afterEach(async () => {
  await log.stop();
  await server.stop();
});

const lastPlace = () => ({
  revision: genuine.length - 1,
  hash: metadataOf(genuine.at(-1) as UntrustedEvent)?.hash ?? '',
});

/** Removes the last events of the stream from the server's log, as a restored copy lacks them. */
function cut(count: number): void {
  const held = server.log.stream(stream) as LoggedEvent[];
  for (const gone of held.splice(held.length - count))
    server.log.events.splice(server.log.events.indexOf(gone), 1);
}

function alter(revision: number, changes: Partial<LoggedEvent>): void {
  Object.assign(server.log.stream(stream)[revision] as LoggedEvent, changes);
}

const forge = (): void => {
  const { type, data, metadata } = genuine[1] as UntrustedEvent;
  const id = '00000000-0000-4000-8000-000000000000';
  server.log.append(stream, genuine.length - 1, [
    { id, type, data, metadata, contentType: 'application/json' },
  ]);
};

type Attack = readonly [what: string, attack: () => void, revision: () => number, kind: string];
const ATTACKS: readonly Attack[] = [
  ['inserted', () => forge(), () => genuine.length, 'inserted'],
  ['altered', () => alter(2, { data: Buffer.from('{"open":{}}') }), () => 2, 'altered'],
  [
    'swapped',
    () => {
      const [one, other] = [genuine[1], genuine[2]] as [UntrustedEvent, UntrustedEvent];
      const contentOf = ({ id, type, data, metadata }: UntrustedEvent) => ({ id, type, data, metadata });
      alter(1, contentOf(other));
      alter(2, contentOf(one));
    },
    () => 1,
    'moved',
  ],
];

it.each(ATTACKS)(
  'an event that was %s ends the stream before it, and stays where it is',
  async (_, attack, revision, kind) => {
    attack();
    const before = await log.rows(stream);
    expect(await log.repair(stream, ...REASON)).toMatchObject({
      isDone: false,
      reports: [{ state: 'closed', hindrance: 'store' }],
    });
    expect(await log.recorded(stream)).toEqual([]);
    const ended = await log.repair(stream, ...REASON, '--end');
    expect(ended).toMatchObject({ isDone: true, reports: [{ state: 'ended' }] });
    const last = genuine[revision() - 1] as UntrustedEvent;
    expect(await log.recorded(stream)).toEqual([
      {
        type: STREAM_ENDED,
        open: {
          stream,
          last: { revision: last.revision, hash: metadataOf(last)?.hash },
          fault: kind,
          reason: 'a drill',
        },
      },
    ]);
    expect(await log.rows(stream)).toEqual(before);
    expect((await log.counted(stream))[0]).toBe(revision());
    expect(await log.repair(stream)).toMatchObject({ isDone: true, reports: [{ state: 'ended' }] });
    expect(await log.recorded(stream)).toHaveLength(1);
  },
);

it('a lost end is written again from an event file or a bundle', async () => {
  const saved = `${log.dataDir}/saved.jsonl`;
  await log.repair(stream, '--save', saved);
  const bundle = await log.bundle(genuine);
  for (const file of [saved, bundle]) {
    cut(2);
    expect(await log.seen(stream)).toEqual([
      [genuine.length - 2, 'cut'],
      [genuine.length - 1, 'cut'],
    ]);
    expect((await log.repair(stream, '--from', file, ...REASON)).isDone).toBe(true);
    expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
    const hashes = (rows: UntrustedEvent[]) => rows.map((row) => metadataOf(row)?.hash);
    expect(hashes(await log.rows(stream))).toEqual(hashes(genuine));
    expect(await log.seen(stream)).toEqual([]);
  }
  expect(await log.recorded(stream)).toHaveLength(1);
});

it('a lost end that can be had no more ends the stream by an event of its own', async () => {
  cut(1);
  expect((await log.repair(stream, ...REASON)).reports).toEqual([
    expect.objectContaining({ hindrance: 'lost' }),
  ]);
  expect((await log.repair(stream, '--end', ...REASON)).isDone).toBe(true);
  const rows = await log.rows(stream);
  expect(rows.at(-1)?.type).toBe(STREAM_ENDED);
  expect(await log.counted(stream)).toEqual([genuine.length - 1, 'ended']);
  expect(await log.recorded(stream)).toEqual([
    expect.objectContaining({ open: expect.objectContaining({ fault: 'cut' }) }),
  ]);
  expect(lastPlace().revision).toBe(rows.length - 1);
});
