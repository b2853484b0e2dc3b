import { ndaDecider } from '../nda/nda.decider.js';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { encodeMetadata, parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';

const REASON = ['--reason', 'a drill'] as const;
const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

let log: AttackedLog;
let stream: string;
/** The rows of the stream before anybody changed them. */
let genuine: UntrustedEvent[];
let backup: string;
beforeEach(async () => {
  log = await AttackedLog.open();
  stream = await log.agreement();
  genuine = await log.rows(stream);
  backup = await log.dump(genuine);
});
afterEach(() => log.stop());

const sql = (text: string, values: unknown[] = []) => log.pool.query(text, values);
const at = (revision: number): UntrustedEvent => genuine[revision] as UntrustedEvent;
const insert = ({ revision, id, type, data, metadata }: UntrustedEvent, into = stream) =>
  sql(
    'INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
    [into, revision, id, type, data, metadata],
  );
const remove = (...revisions: number[]) =>
  sql('DELETE FROM event_store.events WHERE stream = $1 AND revision = ANY($2)', [stream, revisions]);
const forged = (revision: number): UntrustedEvent => ({
  ...at(1),
  revision,
  id: '00000000-0000-4000-8000-000000000000',
  type: 'NdaErased.v1',
});

/** Expects that everything is as before the attack, and that the command finds no fault in the stream. */
async function expectAsBefore(): Promise<void> {
  expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
  expect(await log.rows(stream)).toEqual(genuine);
  expect((await log.log.verify()).firstBroken).toBeNull();
  expect(await log.seen(stream)).toEqual([]);
}

const places = (...revisions: number[]) =>
  revisions.map((revision) => ({ revision, hash: metadataOf(at(revision))?.hash }));

it('shows what it sees and would do, and changes nothing', async () => {
  await insert(forged(genuine.length));
  const before = await log.rows(stream);
  const { isDone, reports } = await log.repair(stream);
  expect(isDone).toBe(false);
  expect(reports).toEqual([
    expect.objectContaining({
      state: 'repairable',
      findings: [
        expect.objectContaining({ revision: genuine.length, kind: 'inserted', type: 'NdaErased.v1' }),
      ],
      removed: [genuine.length],
      putBack: [],
    }),
  ]);
  expect([await log.rows(stream), await log.saved(), await log.recorded(stream)]).toEqual([before, [], []]);
});

it('takes an inserted event out, after it has saved it, and records that', async () => {
  const invented = forged(genuine.length);
  await insert(invented);
  expect(await log.counted(stream)).toEqual([genuine.length, 'hash']);
  expect(await log.repair(stream, ...REASON)).toMatchObject({
    isDone: true,
    reports: [{ state: 'repaired' }],
  });
  await expectAsBefore();
  expect(await log.saved()).toEqual([
    expect.objectContaining({ repair: expect.objectContaining({ stream, reason: 'a drill' }) }),
    expect.objectContaining({
      revision: invented.revision,
      id: invented.id,
      type: 'NdaErased.v1',
      data: Buffer.from(invented.data).toString('base64'),
    }),
    { saved: true },
    { done: true },
  ]);
  expect(await log.recorded(stream)).toEqual([
    {
      type: 'StreamRestored.v1',
      open: {
        stream,
        removed: [{ revision: invented.revision, hash: metadataOf(invented)?.hash }],
        removedMore: null,
        putBack: [],
        chosen: null,
        givenUp: [],
        last: places(genuine.length - 1)[0],
        reason: 'a drill',
      },
    },
  ]);
});

describe('an altered event comes back from a backup', () => {
  it.each([
    ['data', "data = convert_to('{\"open\":{}}', 'UTF8')", 'altered'],
    ['type', "type = 'NdaErased.v1'", 'altered'],
    ['id', "id = '00000000-0000-4000-8000-000000000000'", 'altered'],
    ['metadata', "metadata = convert_to('{}', 'UTF8')", 'altered'],
    ['stream', "stream = 'nda-00000000-0000-4000-8000-000000000000'", 'deleted'],
  ])('if its %s was altered', async (_, change, kind) => {
    for (const revision of [0, 2, genuine.length - 1]) {
      await sql(`UPDATE event_store.events SET ${change} WHERE stream = $1 AND revision = $2`, [
        stream,
        revision,
      ]);
      const isLast = revision === genuine.length - 1;
      expect(await log.seen(stream, '--from', backup)).toEqual([
        [revision, kind === 'deleted' && isLast ? 'cut' : kind],
      ]);
      expect(await log.repair(stream)).toMatchObject({
        isDone: false,
        reports: [{ state: 'closed', hindrance: 'lost', stop: revision }],
      });
      if (kind === 'deleted')
        await sql("DELETE FROM event_store.events WHERE stream LIKE 'nda-00000000-0000-4000-8000-%'");
      expect((await log.repair(stream, '--from', backup, ...REASON)).isDone).toBe(true);
      await expectAsBefore();
    }
  });

  it('if its revision was altered, even without a backup', async () => {
    await sql('UPDATE event_store.events SET revision = 99 WHERE stream = $1 AND revision = 2', [stream]);
    expect(await log.seen(stream)).toEqual([
      [2, 'deleted'],
      [99, 'moved'],
    ]);
    expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });

  it('if its position was altered, even without a backup', async () => {
    await sql('UPDATE event_store.events SET position = 900000 WHERE stream = $1 AND revision = 2', [stream]);
    expect((await log.log.verify()).firstBroken).toMatchObject({ kind: 'reordered' });
    expect(await log.seen(stream)).toEqual([[2, 'out_of_order']]);
    expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });

  it('not from a backup whose event has other bytes, or the bytes of another place', async () => {
    await remove(2);
    const wrong = await log.dump([
      { ...at(2), data: at(3).data },
      { ...at(3), revision: 2 },
    ]);
    expect(await log.repair(stream, '--from', wrong, ...REASON)).toMatchObject({
      isDone: false,
      reports: [{ hindrance: 'lost' }],
    });
  });
});

it('gives an event whose MAC is gone a MAC of the newest key', async () => {
  const metadata = encodeMetadata({ ...parseMetadata(at(2)), mac: undefined });
  await sql('UPDATE event_store.events SET metadata = $2 WHERE stream = $1 AND revision = 2', [
    stream,
    metadata,
  ]);
  expect(await log.seen(stream)).toEqual([[2, 'mac_missing']]);
  expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
  await expectAsBefore();
});

describe('deleted events come back, to their places in the log', () => {
  it.each([
    ['the first', () => [0]],
    ['one in the middle', () => [2]],
    ['the last', () => [genuine.length - 1]],
    ['all', () => genuine.map(({ revision }) => revision)],
  ])('%s, from a backup', async (_, revisions) => {
    await remove(...revisions());
    expect((await log.repair(stream, '--from', backup, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });

  it('from an evidence bundle, which has neither MACs nor positions', async () => {
    const bundle = await log.bundle(genuine);
    await remove(1, 2, genuine.length - 1);
    expect(await log.repair(stream, '--from', bundle, ...REASON)).toMatchObject({
      isDone: true,
      reports: [
        { putBack: [1, 2, genuine.length - 1].map((revision) => ({ revision, from: 'bundle.zip' })) },
      ],
    });
    await expectAsBefore();
  });

  it('from the event file that another copy of the log wrote', async () => {
    const path = `${log.dataDir}/saved.jsonl`;
    expect(await log.repair(stream, '--save', path)).toMatchObject({ isDone: true });
    await remove(2, 3);
    expect((await log.repair(stream, '--from', path, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });

  it('to the end of the log if a file names a position that the log never gave to an event', async () => {
    const last = genuine.length - 1;
    await log.log.stopCheckpointer();
    await log.log.bench.run(stream.slice('nda-'.length), SetLegalHold);
    const all = await log.rows(stream);
    const far = await log.dump(all.map((row) => ({ ...row, position: '9000000000000000' as never })));
    const highest = Math.max(...(await log.log.rows()).map(({ position }) => Number(position)));
    await remove(last, last + 1);
    expect((await log.repair(stream, '--from', far, ...REASON)).isDone).toBe(true);
    const put = (await log.rows(stream)).slice(last).map(({ position }) => Number(position));
    expect(put).toEqual([expect.any(Number), expect.any(Number)]);
    for (const position of put) expect(position).toBeLessThan(highest + 100);
  });

  it('also if their leaves are not signed yet, by their own MACs', async () => {
    await log.log.bench.run(stream.slice('nda-'.length), SetLegalHold);
    await log.log.untilAllHaveLeaves();
    genuine = await log.rows(stream);
    const newer = await log.dump(genuine);
    await remove(genuine.length - 1);
    expect((await log.repair(stream, '--from', newer, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });
});

describe('events in wrong places go back', () => {
  it.each([
    ['revisions', 'revision'],
    ['positions', 'position'],
  ])('if somebody swapped their %s', async (_, column) => {
    const rows = await sql(
      `SELECT ctid::text AS row, ${column} AS value FROM event_store.events WHERE stream = $1 ORDER BY revision`,
      [stream],
    );
    const [, one, , other] = rows.rows as { value: number }[] as [
      unknown,
      { value: number },
      unknown,
      { value: number },
    ];
    const set = (from: number, to: number) =>
      sql(`UPDATE event_store.events SET ${column} = $1 WHERE stream = $2 AND ${column} = $3`, [
        to,
        stream,
        from,
      ]);
    await set(one.value, 800_000);
    await set(other.value, one.value);
    await set(800_000, other.value);
    expect((await log.seen(stream)).length).toBeGreaterThan(0);
    expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });

  it('if somebody swapped their contents', async () => {
    await remove(1, 3);
    await insert({ ...at(3), revision: 1 });
    await insert({ ...at(1), revision: 3 });
    expect(await log.seen(stream)).toEqual([
      [1, 'moved'],
      [3, 'moved'],
    ]);
    expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });

  it('a copy from another stream goes, and is named', async () => {
    const other = await log.agreement();
    const rows = await log.rows(other);
    const [copied] = rows.slice(2) as [UntrustedEvent];
    await insert({ ...copied, id: '00000000-0000-4000-8000-000000000000', revision: genuine.length });
    const { reports } = await log.repair(stream, ...REASON);
    expect(reports[0]?.findings).toEqual([
      expect.objectContaining({ kind: 'copied', of: { stream: other, revision: 2 } }),
    ]);
    await expectAsBefore();
  });

  it('an event that was moved into another stream has to leave that stream first', async () => {
    const other = await log.agreement();
    const length = (await log.rows(other)).length;
    await sql('UPDATE event_store.events SET stream = $1, revision = $2 WHERE stream = $3 AND revision = 2', [
      other,
      length,
      stream,
    ]);
    const refused = await log.repair(stream, '--from', backup, ...REASON);
    expect(refused).toMatchObject({ isDone: false, reports: [{ state: 'closed' }] });
    expect(refused.reports[0]?.message).toContain(`Repair ${other} first`);
    expect((await log.repair(other, stream, '--from', backup, ...REASON)).isDone).toBe(true);
    await expectAsBefore();
  });
});

it('an older branch that was put back gives way to the newer one, if the operator says so', async () => {
  const id = stream.slice('nda-'.length);
  await log.log.bench.run(id, SetLegalHold);
  await log.log.untilAllHaveLeaves();
  const older = await log.rows(stream);
  const branching = genuine.length;
  // The service would refuse to go on where it saw an event, so another process goes on.
  const other = await log.log.another();
  await remove(branching);
  for (const command of [{ ...SetLegalHold, reason: 'another one' }, LiftLegalHold])
    await other.commands.run(ndaDecider, id, command, log.log.bench.context());
  genuine = await log.rows(stream);
  const newer = await log.dump(genuine);
  await log.log.stopCheckpointer();
  await remove(branching, branching + 1);
  await insert(older[branching] as UntrustedEvent);
  const hash = metadataOf(at(branching))?.hash.slice(0, 16) ?? '';
  await log.log.sign();
  const seen = await log.repair(stream, '--from', newer, '--branch', hash);
  expect(seen.reports).toEqual([expect.objectContaining({ state: 'repairable' })]);
  expect((await log.repair(stream, '--from', newer, '--branch', hash, ...REASON)).isDone).toBe(true);
  expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
  expect((await log.rows(stream)).map((row) => metadataOf(row)?.hash)).toEqual(
    genuine.map((row) => metadataOf(row)?.hash),
  );
  // The choice is recorded, so it need not be made again.
  expect(await log.repair(stream)).toMatchObject({ isDone: true, reports: [{ state: 'whole' }] });
});
