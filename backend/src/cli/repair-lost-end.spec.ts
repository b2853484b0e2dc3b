import { environmentOf } from '../../testing/backend/secrets.js';
import { AttackedLog, JOURNEY } from '../../testing/log/attacked-log.js';
import { CHECKPOINTER } from '../proof/checkpointer-name.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { ndaStream } from '../nda/nda.events.js';
import { until } from '../platform/testing/until.js';
import { repairLogCommand } from './commands/repair-log.command.js';
import { Interruption } from './interruption.js';
import { reportText } from './repair-text.js';

const REASON = ['--reason', 'a drill'] as const;

let log: AttackedLog;
beforeEach(async () => {
  log = await AttackedLog.open();
});
afterEach(() => log.stop());

const sql = (text: string, values: unknown[] = []) => log.pool.query(text, values);

describe('events that are lost behind the last signed checkpoint', () => {
  const lostWith = async (revisions: (length: number) => number[]) => {
    const stream = ndaStream(await log.log.nda(...JOURNEY));
    const genuine = await log.rows(stream);
    const file = `${log.dataDir}/saved.jsonl`;
    await log.repair(stream, '--save', file);
    const lost = revisions(genuine.length);
    await sql('DELETE FROM event_store.events WHERE stream = $1 AND revision = ANY($2)', [stream, lost]);
    return { stream, genuine, file, first: lost[0] ?? 0 };
  };

  it.each([
    ['the whole stream', (length: number) => Array.from({ length }, (_, n) => n)],
    ['the last event', (length: number) => [length - 1]],
    ['the last two events', (length: number) => [length - 2, length - 1]],
  ])('keep their stream closed, and come back from a file: %s', async (_, revisions) => {
    const { stream, genuine, file, first } = await lostWith(revisions);
    const { isDone, reports } = await log.repair(stream);
    expect([isDone, reports]).toEqual([
      false,
      [expect.objectContaining({ state: 'closed', hindrance: 'lost', stop: first })],
    ]);
    const text = reports.map(reportText).join('\n');
    expect(text).toContain(`${stream}: stays closed: event ${first} is missing`);
    expect(text).toMatch(/Give a backup, an event file .*--from <file>[^]*end the stream before .*--end/);
    expect((await log.repair(stream, '--from', file, ...REASON)).isDone).toBe(true);
    expect(await log.rows(stream)).toEqual(genuine);
    expect(await log.repair(stream)).toMatchObject({ isDone: true, reports: [{ state: 'whole' }] });
  });

  it('end their stream if no file has them', async () => {
    const { stream, first } = await lostWith((length) => [length - 1]);
    expect(await log.repair(stream, '--end', ...REASON)).toMatchObject({
      isDone: true,
      reports: [{ state: 'ended', end: { last: { revision: first - 1 } } }],
    });
  });
});

describe('the newest event of the log, lost while a backend runs', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = before;
  });

  /** Calls the command as a process of its own does. */
  async function command(...args: string[]): Promise<{ code: number; text: string }> {
    Object.assign(process.env, environmentOf(log.log.bench.secrets), {
      DATA_DIR: log.dataDir,
      DATABASE_URL: log.log.url,
    });
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const interruption = new Interruption();
    const code = await repairLogCommand.prepare(args)({ print, printStderr: print, interruption });
    return { code, text: lines.join('\n') };
  }

  it('keeps no repair away, neither of its own stream nor of another one', async () => {
    const attacked = await log.agreement();
    const newest = ndaStream(await log.log.nda(...JOURNEY));
    await sql('UPDATE event_store.events SET revision = 99 WHERE stream = $1 AND revision = 2', [attacked]);
    const genuine = await log.rows(newest);
    const file = await log.dump(genuine);
    const { position = '' } = genuine.at(-1) ?? {};
    await until(async () => (await readCheckpoint(log.pool, CHECKPOINTER))?.position === position);
    await sql('DELETE FROM event_store.events WHERE position = $1', [position]);
    const look = await command(attacked);
    expect(look).toMatchObject({ code: 1, text: expect.stringContaining('can be repaired') });
    expect(await command(newest, '--from', file, ...REASON)).toMatchObject({ code: 0 });
    expect(await log.rows(newest)).toEqual(genuine);
    await sql('DELETE FROM event_store.events WHERE position >= $1', [position]);
    expect(await command(attacked, ...REASON)).toMatchObject({ code: 0 });
  });
});
