import { createErasers } from '../app/erasers.js';
import { EndedKeys } from '../closed-streams/ended-keys.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import type { ListedErasure } from '../erasure/erasure-list.js';
import { owedEndedKeys } from '../erasure/owed-ended-keys.sweep.js';
import { readKeyIn } from '../erasure/destruction-calls.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaIdOf } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import { parkedJobs } from '../platform/jobs/parked-jobs.js';
import { silentLogger } from '../platform/logging/logger.js';
import { HOLD } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { verifyDestruction } from '../vault/erasure.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { retention } from '../../testing/steps/samples.js';
import { checkTampering, decidedIn } from './doctor/tampering-check.js';
import { type HoldRequest, holdNda } from './hold-nda.js';
import { destroyEndedKey, type DestroyingParts } from './destroy-ended-key.js';

const REASON = ['--reason', 'a drill'] as const;
const { SignAsParty1, SignAsParty2, SetLegalHold, EraseNda, RecordKeyDestroyed } = oneOfEachCommand;

let log: AttackedLog;
beforeEach(async () => {
  log = await AttackedLog.open();
});
afterEach(() => log.stop());

/** Makes an agreement that loses its last event, and ends it. @returns its stream */
const ended = async (...commands: readonly NdaCommand[]): Promise<string> =>
  end(await log.agreement(...(commands.length === 0 ? [SignAsParty1] : commands)));

async function end(stream: string): Promise<string> {
  await log.pool.query(
    `DELETE FROM event_store.events WHERE stream = $1
       AND revision = (SELECT max(revision) FROM event_store.events WHERE stream = $1)`,
    [stream],
  );
  await log.repair(stream, '--end', ...REASON);
  return stream;
}
/** Parks a job for the stream. */
async function park(stream: string): Promise<void> {
  await enqueueJobs(log.pool, [{ task: 'waits', payload: {}, key: 'one' }]);
  await log.pool.query('UPDATE owed_jobs SET parked_for = $1', [stream]);
}
const isKeyThere = async (stream: string): Promise<boolean> =>
  (await log.operator.vault.keyIdOf(stream)) !== undefined;
const recorded = async (stream: string) => (await log.recorded(stream)).map(({ type }) => type);

it('the key of an ended stream is destroyed by a command, with a receipt in its records', async () => {
  const stream = await ended();
  const look = await log.repair(stream, '--destroy-key');
  expect(look).toMatchObject({ isDone: true, text: expect.stringContaining('would be destroyed, for good') });
  expect(await isKeyThere(stream)).toBe(true);
  const { text } = await log.repair(stream, '--destroy-key', ...REASON);
  expect(await isKeyThere(stream)).toBe(false);
  expect(await recorded(stream)).toEqual(['StreamEnded.v1', 'EndedKeyDue.v1', 'EndedKeyDestroyed.v1']);
  const receipt = JSON.parse(text.slice(text.indexOf('{')));
  const keys = await log.operator.receipts.publicKeys();
  const { stream: named, ...open } = receipt;
  expect([named, verifyDestruction(stream, open, keys)]).toEqual([stream, true]);
  const [, due] = await log.rows(recordsStream(stream));
  expect(open.eventId).toBe(due?.id);
  // A repeated call does nothing.
  expect((await log.repair(stream, '--destroy-key', ...REASON)).text).toContain('is destroyed since');
  expect(await recorded(stream)).toHaveLength(3);
  // The destroyed key is no finding, for a reader and for the doctor.
  const reader = log.infrastructure.log;
  expect(await log.operator.vault.isDestroyed(stream)).toBe(true);
  await log.pool.query("UPDATE vault_keys SET destroyed_at = destroyed_at - interval '1 hour'");
  const names = log.infrastructure.tree.seals.leaves;
  const decided = await decidedIn({ log: reader, adoption: undefined }, names, log.pool);
  expect(await checkTampering(log.pool, reader, log.log.bench.secrets, names, decided)).toMatchObject({
    says: expect.stringContaining('no broken stream'),
  });
});

it('a key goes by a call of the events that count too, and its parked jobs are done or dropped', async () => {
  const stream = await ended(SignAsParty1, EraseNda, RecordKeyDestroyed);
  await park(stream);
  await log.repair(stream, '--destroy-key', ...REASON);
  expect(await isKeyThere(stream)).toBe(false);
  expect((await log.pool.query('SELECT FROM owed_jobs')).rows).toEqual([]);
  const { journal } = log.infrastructure;
  expect((await readKeyIn({ log: log.infrastructure.log, journal }, stream)).keyDestroyedAt).not.toBeNull();
});

it('a key that was destroyed before its stream ended is not called for again', async () => {
  const stream = await log.agreement(SignAsParty1, EraseNda, RecordKeyDestroyed);
  const { journal } = log.infrastructure;
  const { head } = await journal.load(stream);
  await journal.append(head, [{ type: 'LegalHoldLifted', open: {} }], log.log.bench.context());
  await log.log.sign();
  await end(stream);
  await park(stream);
  const before = await recorded(stream);
  for (const args of [[], REASON])
    expect((await log.repair(stream, '--destroy-key', ...args)).text).toContain('is destroyed since');
  expect(await recorded(stream)).toEqual(before);
  expect(await parkedJobs(log.pool, { limit: 10 })).toEqual([]);
});

it('no key is destroyed while the records about its stream are closed', async () => {
  const stream = await ended();
  await new ReportKeeper({ ...log.operator, logger: silentLogger }).keep(stream, HOLD, ['one']);
  await alterEvent(log.pool, recordsStream(stream), 1);
  await expect(log.repair(stream, '--destroy-key', ...REASON)).rejects.toThrow(
    `siegel log:repair ${recordsStream(stream)}`,
  );
  expect(await isKeyThere(stream)).toBe(true);
});

it('no key is destroyed of a stream that was not ended, that has none, or that is under legal hold', async () => {
  const [open, one, other] = [
    await log.agreement(),
    await log.agreement(SetLegalHold, SignAsParty1),
    await log.agreement(SignAsParty1),
  ];
  await expect(log.repair(open, '--destroy-key', ...REASON)).rejects.toThrow(
    `siegel nda:erase ${ndaIdOf(open)}`,
  );
  await expect(log.repair('trust-1', '--destroy-key', ...REASON)).rejects.toThrow('has no key');
  const held = await end(one);
  await expect(log.repair(held, '--destroy-key', ...REASON)).rejects.toThrow(
    `siegel nda:hold ${ndaIdOf(held)} --lift`,
  );
  const heldLater = await end(other);
  await new ReportKeeper({ ...log.operator, logger: silentLogger }).keep(heldLater, HOLD, ['one']);
  await expect(log.repair(heldLater, '--destroy-key', ...REASON)).rejects.toThrow('under legal hold');
  for (const stream of [open, held, heldLater]) expect(await isKeyThere(stream)).toBe(true);
});

it('a hold that was set after an older word was kept bars the destruction (rule:legal-hold)', async () => {
  const stream = await log.agreement(SetLegalHold, SignAsParty1);
  const id = ndaIdOf(stream);
  const hold = (command: HoldRequest['command']): Promise<unknown> => holdNda(log.operator, { id, command });
  const altered = await alterEvent(log.pool, stream, 2);
  await hold({ type: 'LiftLegalHold' });
  await altered.putBack();
  log.log.bench.clock.advance(1000);
  await hold({ type: 'SetLegalHold', reason: 'another' });
  log.log.bench.clock.advance(1000);
  await log.operator.commands.run(ndaDecider, id, SignAsParty2, log.log.bench.context());
  await log.log.sign();
  await end(stream);
  await expect(log.repair(stream, '--destroy-key', ...REASON)).rejects.toThrow('under legal hold');
  expect(await isKeyThere(stream)).toBe(true);
});

it('a destruction that was killed is finished by a backend, or by the next call', async () => {
  const stream = await ended();
  const { commands, clock, records } = log.operator;
  const config = { dataDir: log.dataDir, retention };
  const settle = () => Promise.reject(new Error('not reached'));
  const erasers = createErasers(log.operator, { config, commands, settle });
  const parts: DestroyingParts = {
    commands,
    endedKeys: new EndedKeys(commands, () => Promise.reject(new Error('not reached'))),
    keyInStream: async () => ({ keyDestroyedAt: null }),
    erase: () => Promise.reject(new Error('killed')),
    clock,
  };
  await expect(destroyEndedKey(parts, stream, 'a drill')).rejects.toThrow('killed');
  await records.read();
  const { jobs } = await owedEndedKeys(async () => records.streamsOwingKeys()).find(undefined);
  expect(jobs).toEqual([expect.objectContaining({ task: 'erase-key', payload: { ndaId: ndaIdOf(stream) } })]);
  await park(stream);
  await erasers.ndas.eraseForJob(ndaIdOf(stream));
  expect(await recorded(stream)).toContain('EndedKeyDestroyed.v1');
  expect(await parkedJobs(log.pool, { limit: 10 })).toEqual([]);
  // A job that was parked after that goes with the next call.
  await park(stream);
  await log.repair(stream, '--destroy-key', ...REASON);
  expect(await parkedJobs(log.pool, { limit: 10 })).toEqual([]);
  await records.read();
  expect(records.streamsOwingKeys()).toEqual([]);
});

it('a line of the list that nobody can prove waits for the operator, who lets the key go', async () => {
  const stream = await ended();
  const { commands, vault } = log.operator;
  const config = { dataDir: log.dataDir, retention };
  const settle = () => Promise.reject(new Error('not reached'));
  const { ndas } = createErasers(log.operator, { config, commands, settle });
  const keyId = (await vault.keyIdOf(stream)) ?? '';
  expect(await ndas.lineOf(stream)).toBe('uncalled');
  const line = { stream, keyId, destroyedAt: log.operator.clock.now().toISOString() } as ListedErasure;
  expect(await ndas.eraseConfirmed({ ...line, keyId: 'other' })).toBe('other-key');
  expect(await ndas.eraseConfirmed(line)).toBe('again');
  expect(await isKeyThere(stream)).toBe(false);
  expect(await recorded(stream)).toEqual(['StreamEnded.v1', 'EndedKeyDue.v1', 'EndedKeyDestroyed.v1']);
  expect(await ndas.lineOf(stream)).toMatchObject({ stream, keyId });
});

it('a restored database destroys the key again, by the list of erasures', async () => {
  const stream = await ended();
  // The tree is restored to the same time as the log, so it has no leaf of a later event.
  await log.log.stopCheckpointer();
  const { rows } = await log.pool.query('SELECT * FROM vault_keys WHERE subject = $1', [stream]);
  await log.repair(stream, '--destroy-key', ...REASON);
  const { text } = await log.repair(stream, '--destroy-key', ...REASON);
  expect(text).toContain('is destroyed since');
  const [{ open } = { open: {} }] = (await log.recorded(stream)).slice(-1);
  const line = open as ListedErasure;
  // The database is restored to the time before, and the log to the time before the call.
  const [row] = rows as [Record<string, unknown>];
  const names = Object.keys(row);
  await log.pool.query('DELETE FROM vault_keys WHERE subject = $1', [stream]);
  await log.pool.query(
    `INSERT INTO vault_keys (${names.join(', ')}) VALUES (${names.map((_name, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  await log.pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision > 0', [
    recordsStream(stream),
  ]);
  await log.log.bench.nda();
  const other = await log.log.another();
  const config = { dataDir: log.dataDir, retention };
  const settle = () => Promise.reject(new Error('not reached'));
  const { ndas } = createErasers(other, { config, commands: other.commands, settle });
  expect(await ndas.eraseAgain(line, false)).toBe('again');
  expect(await isKeyThere(stream)).toBe(false);
  expect(await recorded(stream)).toEqual(['StreamEnded.v1', 'EndedKeyDue.v1', 'EndedKeyDestroyed.v1']);
});
