import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { encodeMetadata, parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { leavesOfStream } from '../proof/leaves.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { reportText } from './repair-text.js';

const REASON = ['--reason', 'a drill'] as const;

let log: AttackedLog;
let stream: string;
let genuine: UntrustedEvent[];
beforeEach(async () => {
  log = await AttackedLog.open();
  stream = await log.agreement();
  genuine = await log.rows(stream);
  await log.log.stopCheckpointer();
});
afterEach(() => log.stop());

const sql = (text: string, values: unknown[] = []) => log.pool.query(text, values);

/** Takes the MACs of the stream's events away. Only their leaves vouch for them then, as for adopted events. */
async function strip(): Promise<void> {
  for (const row of genuine)
    await sql('UPDATE event_store.events SET metadata = $1 WHERE id = $2', [
      encodeMetadata({ ...parseMetadata(row), mac: undefined }),
      row.id,
    ]);
}

/** Deletes the row of a leaf. @returns a function that puts it back */
async function deleteLeaf(where: string): Promise<() => Promise<unknown>> {
  const { rows } = await sql(`DELETE FROM log_leaves WHERE ${where} RETURNING *`);
  return async () => {
    for (const row of rows as Record<string, unknown>[])
      await sql(
        'INSERT INTO log_leaves (place, event_hash, stream, revision, mac) VALUES ($1, $2, $3, $4, $5)',
        ['place', 'event_hash', 'stream', 'revision', 'mac'].map((name) => row[name]),
      );
  };
}

/** Names the leaves of the stream after others. @returns a function that names them as they were */
async function renameLeaves(): Promise<() => Promise<unknown>> {
  await sql("UPDATE log_leaves SET stream = 'nda-other' WHERE stream = $1", [stream]);
  return () => sql("UPDATE log_leaves SET stream = $1 WHERE stream = 'nda-other'", [stream]);
}

describe('a stream whose leaves alone vouch for it', () => {
  it.each([
    ['a leaf beside them', () => deleteLeaf('place = 0')],
    ['its own leaves', () => deleteLeaf(`stream = '${stream}'`)],
    ['the names of its own leaves', () => renameLeaves()],
  ])('loses no event without %s, whatever is asked, and is repaired once it is back', async (_, damage) => {
    await strip();
    const before = await log.rows(stream);
    const restore = await damage();
    for (const args of [[], [...REASON], ['--end', ...REASON]]) {
      const { isDone, reports } = await log.repair(stream, ...args);
      expect([isDone, reports]).toEqual([
        false,
        [
          expect.objectContaining({
            state: 'closed',
            hindrance: 'tree',
            removed: [],
            putBack: [],
            end: null,
          }),
        ],
      ]);
      expect(reports.map(reportText).join()).toMatch(/stays closed[^]*\(log_leaves, log_nodes\)/);
      expect(await log.rows(stream)).toEqual(before);
    }
    await restore();
    expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
    expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
  });
});

it('a stream whose end was cut off is not called whole while a leaf beside its own is missing', async () => {
  await sql('DELETE FROM event_store.events WHERE id = $1', [genuine.at(-1)?.id]);
  const restore = await deleteLeaf('place = 0');
  expect(await log.repair(stream)).toMatchObject({
    isDone: false,
    reports: [{ state: 'closed', hindrance: 'tree' }],
  });
  await restore();
  expect(await log.repair(stream)).toMatchObject({ reports: [{ state: 'closed', hindrance: 'lost' }] });
});

it('an event is in its place although somebody wrote its hash into an earlier leaf', async () => {
  const [, leaf] = await leavesOfStream(log.pool, stream, 0, 10);
  const hash = Buffer.from(leaf?.eventHash ?? '', 'hex');
  await sql('DELETE FROM log_leaves WHERE place = $1', [leaf?.place]);
  await sql('UPDATE log_leaves SET event_hash = $1, stream = $2, revision = 1 WHERE place = 0', [
    hash,
    stream,
  ]);
  expect(await log.repair(stream)).toMatchObject({
    reports: [{ state: 'whole', findings: [], outOfOrder: [] }],
  });
});
