import { filesNamedIn } from '../../app/stored-files.js';
import { isOwnStream, STREAM_PREFIXES } from '../../app/streams.js';
import { signatureLabel } from '../../nda/nda.blobs.js';
import { ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import { EndlessPass, type EndlessPassParts } from './endless-pass.js';
import { BlobMissing } from '../../vault/blob-store.js';
import { KeyMissing, MasterKeyUnknown, SealBroken } from '../../vault/vault.js';
import { faultOf } from './stored-files.js';
import { tamperedAfter } from './tampered-streams.js';

const { SetLegalHold, LiftLegalHold, SignAsParty1 } = oneOfEachCommand;
const BATCH = 2;

describe('a round of the pass over the log', () => {
  let met: CheckpointedLog;
  let stream: string;
  beforeEach(async () => {
    met = await CheckpointedLog.open();
    stream = ndaStream(await met.nda(SetLegalHold, LiftLegalHold));
    await met.sign();
  });
  afterEach(() => met.stop());

  const signal = new AbortController().signal;
  const change = (statement: string, values: unknown[] = []) => met.pool.query(statement, values);
  const listed = async () => (await tamperedAfter(met.pool, '', 100)).map((place) => place.stream);
  const state = async () => {
    const { rows } = await change('SELECT state FROM log_pass');
    return (rows[0] as { state: { round: number; pass: { leaves: number } | null } } | undefined)?.state;
  };

  /** The pass of another process, whose rests take no time, and its reports. */
  async function another(more: Partial<EndlessPassParts> = {}) {
    const of = await met.another();
    const told: { kind: string; subject: object }[] = [];
    jest
      .spyOn(of.tampering, 'found')
      .mockImplementation((kind, subject) => void told.push({ kind, subject }));
    let wallMs = 1000;
    const pass = new EndlessPass({
      ...of,
      pool: met.pool,
      storeId: () => of.store.storeId(),
      publicKeys: () => of.receipts.publicKeys(),
      keys: of.trust.keys,
      names: of.tree.seals.leaves,
      filesIn: filesNamedIn(of.journal),
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      clock: met.bench.clock,
      logger: silentLogger,
      hours: 24,
      batchSize: BATCH,
      saveMs: 0,
      used: () => ({ wallMs: (wallMs += 1), cpuMs: wallMs }),
      rest: async (ms) => void (wallMs += ms),
      ...more,
    });
    return { pass, told };
  }

  it('goes on behind a key that it cannot unwrap, and reports it', async () => {
    const png = Buffer.from('a picture');
    const signed = async (): Promise<string> => {
      const id = await met.nda({ ...SignAsParty1, signatureHash: sha256Hex(png) });
      await met.bench.infrastructure.blobs.put(ndaStream(id), signatureLabel(sha256Hex(png)), png);
      return ndaStream(id);
    };
    const [unknown, altered] = [await signed(), await signed()];
    await change("UPDATE vault_keys SET master_key_id = 'zz' WHERE subject = $1", [unknown]);
    await change('UPDATE sealed_blobs SET bytes = $2 WHERE subject = $1', [altered, Buffer.alloc(40)]);
    const { pass, told } = await another();
    await pass.run(signal);
    expect(told).toEqual([
      { kind: 'stored_file', subject: { stream: unknown, revision: 1, fault: 'key_unknown' } },
      { kind: 'stored_file', subject: { stream: altered, revision: 1, fault: 'file_altered' } },
    ]);
    expect(pass.figures).toMatchObject({ lagMs: 0, progress: 1 });
    expect((await listed()).toSorted()).toEqual([altered, unknown].toSorted());
  });

  it.each([
    [new MasterKeyUnknown('zz'), 'key_unknown'],
    [new SealBroken('other bytes'), 'file_altered'],
    [new BlobMissing('nda-1', 'document'), 'file_missing'],
    [new KeyMissing('nda-1'), undefined],
  ])('goes on behind a file that cannot be read: %s', async (reason, fault) => {
    const getRecorded = async (): Promise<undefined> => {
      throw reason;
    };
    const file = { subject: 'nda-1', revision: 1, label: 'document:a', sha256: 'ab'.repeat(32) };
    expect(await faultOf({ getRecorded }, file)).toBe(fault);
  });

  it('reports a leaf that somebody renamed as a fault of the tree, and blames no stream', async () => {
    await met.nda();
    await change('UPDATE log_leaves SET stream = $1, revision = 3 WHERE place = 3', [stream]);
    const { pass, told } = await another();
    await pass.run(signal);
    expect(told).toEqual([{ kind: 'tree', subject: { fault: 'checkpoint_mismatch' } }]);
    expect(await listed()).toEqual([]);
    expect(pass.figures).toMatchObject({ lagMs: 0, progress: 1 });
  });

  it('saves its progress between leaves whose events are gone, and is continued there', async () => {
    const many = 1100;
    const { keys } = met.bench.infrastructure.trust;
    const leaves = Array.from({ length: many }, (_, n) => {
      const hash = sha256Hex(Buffer.from(String(n)));
      return { stream, revision: 3 + n, hash, place: 3 + n };
    });
    await met.stopCheckpointer();
    await change(
      `INSERT INTO log_leaves (place, event_hash, stream, revision, mac)
       SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::integer[], $5::bytea[])`,
      [
        leaves.map(({ place }) => place),
        leaves.map(({ hash }) => Buffer.from(hash, 'hex')),
        leaves.map((leaf) => leaf.stream),
        leaves.map(({ revision }) => revision),
        leaves.map((leaf) => Buffer.from(keys.leafMarkOf(leaf), 'hex')),
      ],
    );
    const passed: number[] = [];
    const stopping = new AbortController();
    const first = await another({
      rest: async () => {
        passed.push((await state())?.pass?.leaves ?? 0);
        if ((passed.at(-1) ?? 0) >= 500) stopping.abort();
      },
    });
    await first.pass.run(stopping.signal);
    const half = (await state())?.pass?.leaves ?? 0;
    expect([half >= 500, half < many]).toEqual([true, true]);
    const second = await another();
    await second.pass.run(signal);
    expect(await state()).toMatchObject({ round: 1, pass: null });
    expect(await listed()).toEqual([stream]);
  });

  it('reports no changed progress if its first run failed before it could save any', async () => {
    let fails = true;
    const { openLog } = met.bench.infrastructure;
    const { pass, told } = await another({
      openLog: () => (fails ? Promise.reject(new Error('the store is away')) : openLog()),
    });
    await expect(pass.run(signal)).rejects.toThrow('away');
    expect(await state()).toBeNull();
    fails = false;
    await pass.run(signal);
    expect(told).toEqual([]);
  });
});
