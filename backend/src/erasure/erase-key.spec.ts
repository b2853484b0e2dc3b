import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraserParts } from '../app/erasers.js';
import { Mailbox } from '../mail/mailbox.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { history } from '../nda/testing/given.js';
import { oneOfEach } from '../nda/testing/sample-histories.js';
import { StreamNotUnderstood } from '../eventsourcing/commands/stream-not-understood.js';
import { verifyChain } from '../eventsourcing/journal/chain.js';
import { appendFirstFormat } from '../eventsourcing/journal/testing/first-format.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { verifyDestruction } from '../vault/erasure.js';
import { eraseKeyJob, eraseKeyWhenNdaErased, KeyEraser } from './erase-key.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';

let bench: TestInfrastructure;
let folder: string;
let eraser: KeyEraser;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  folder = await mkdtemp(join(tmpdir(), 'siegel-erasures-'));
  eraser = new KeyEraser(parts());
});
afterAll(async () => {
  await bench.stop();
  await rm(folder, { recursive: true });
});

function parts() {
  const { infrastructure } = bench;
  return eraserParts(infrastructure, { commands: infrastructure.commands, config: { dataDir: folder } });
}
/** Returns the listed streams, one for each line. */
const listed = async (): Promise<string[]> => {
  const streams: string[] = [];
  for await (const { lines } of parts().list.read(() => undefined))
    streams.push(...lines.map(({ erasure }) => erasure.stream));
  return streams;
};

const signature = Buffer.from('the image of a signature');
const ERASE = { type: 'EraseNda', reason: 'admin' } as const;

async function withImage(): Promise<string> {
  const ndaId = await bench.nda();
  await bench.infrastructure.blobs.put(ndaStream(ndaId), 'signature:1', signature);
  return ndaId;
}

describe('an erasure', () => {
  it('is owed once it is requested, and no other event makes it owed', () => {
    const events = history(Object.values(oneOfEach));
    const stream = events[0]?.stream ?? '';
    const owed = events.flatMap((event) => eraseKeyWhenNdaErased.react(event));
    expect(owed).toEqual([
      { task: 'erase-key', payload: { ndaId: stream.slice('nda-'.length) }, key: `erase:${stream}` },
    ]);
  });

  it('ends with a destroyed key and a receipt that anyone can verify; images are deleted, and the chain stays intact', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    const keyId = await bench.infrastructure.vault.keyIdOf(ndaStream(ndaId));
    await eraseKeyJob(eraser).run({ ndaId }, jobContext());
    expect(await bench.types(ndaId)).toEqual(['NdaCreated', 'NdaErased', 'NdaKeyDestroyed']);
    const { state, events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    const destroyed = events[2] as Extract<NdaEvent, { type: 'NdaKeyDestroyed' }>;
    expect(destroyed.open).toMatchObject({
      keyId,
      destroyedAt: bench.clock.now().toISOString(),
      eventId: events[1]?.id,
      eventHash: events[1]?.hash,
    });
    expect(events[2]?.causedBy).toBe(events[1]?.id);
    expect(state.keyDestroyedAt).toBe(destroyed.open.destroyedAt);
    expect(
      verifyDestruction(ndaStream(ndaId), destroyed.open, await bench.infrastructure.receipts.publicKeys()),
    ).toBe(true);
    expect(events[0]).toMatchObject({ personal: undefined, erased: true });
    expect(await bench.infrastructure.blobs.get(ndaStream(ndaId), 'signature:1')).toBeUndefined();
    expect(verifyChain(await bench.infrastructure.store.readStream(ndaStream(ndaId)))).toMatchObject({
      intact: true,
    });
  });

  it('is completed even if a later version recorded something meanwhile', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    const later = [{ type: 'SomethingNew.v1', open: {} }];
    const stream = ndaStream(ndaId);
    await appendFirstFormat(bench.infrastructure, stream, later, bench.clock.now().toISOString());
    await expect(bench.types(ndaId)).rejects.toThrow(StreamNotUnderstood);
    await eraser.erase(ndaId);
    await eraser.erase(ndaId);
    const recorded = await bench.infrastructure.store.readStream(stream);
    expect(recorded.map(({ type }) => type).slice(1)).toEqual([
      'NdaErased.v1',
      'SomethingNew.v1',
      'NdaKeyDestroyed.v1',
    ]);
    expect(verifyChain(recorded)).toMatchObject({ intact: true, events: 4 });
    expect(await bench.infrastructure.vault.keyIdOf(stream)).toBeUndefined();
  });

  it('is recorded once, no matter how often and by how many workers at once it is done', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    await Promise.all([eraser.erase(ndaId), eraser.erase(ndaId), eraser.erase(ndaId)]);
    bench.clock.advance(60_000);
    await eraser.erase(ndaId);
    expect((await bench.types(ndaId)).slice(1)).toEqual(['NdaErased', 'NdaKeyDestroyed']);
  });

  it('that was killed after the destruction and before its record is recorded later, with the time of the destruction', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    const dying: CommandRunner = {
      state: (...query) => bench.infrastructure.commands.state(...query),
      lastTrusted: (...query) => bench.infrastructure.commands.lastTrusted(...query),
      run: () => Promise.reject(new Error('crashed')),
    };
    await expect(new KeyEraser({ ...parts(), commands: dying }).erase(ndaId)).rejects.toThrow('crashed');
    const destroyedAt = bench.clock.now().toISOString();
    bench.clock.advance(60_000);
    await eraser.erase(ndaId);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.at(-1)).toMatchObject({ type: 'NdaKeyDestroyed', open: { destroyedAt } });
  });

  it("deletes the NDA's mails from the mailbox, and no others", async () => {
    const [erased, living] = [await withImage(), await withImage()];
    const { pool, vault } = bench.infrastructure;
    const mailbox = new Mailbox(pool, vault, bench.clock);
    const kind = 'document' as const;
    const mail = { kind, to: 'ada@example.org', subject: 'Betreff', text: 'Text', html: '', attachments: [] };
    for (const id of [erased, living])
      await mailbox.send({ ...mail, messageId: `<${id}@x>`, stream: ndaStream(id) });
    await bench.run(erased, ERASE);
    await eraser.erase(erased);
    const { rows } = await pool.query('SELECT subject_stream FROM mailbox_messages');
    expect(rows).toEqual([{ subject_stream: ndaStream(living) }]);
  });

  it('is listed before it is recorded, and only once unless something crashes', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    const full = { note: () => Promise.reject(new Error('disk full')) };
    await expect(new KeyEraser({ ...parts(), list: full }).erase(ndaId)).rejects.toThrow('disk full');
    expect(await bench.types(ndaId)).not.toContain('NdaKeyDestroyed');
    await eraser.erase(ndaId);
    await eraser.erase(ndaId);
    expect(await bench.types(ndaId)).toContain('NdaKeyDestroyed');
    expect((await listed()).filter((stream) => stream === ndaStream(ndaId))).toHaveLength(1);
  });

  it('is done again if a restore undid it, and each event names its cause', async () => {
    const ndaId = await withImage();
    const keyId = (await bench.infrastructure.vault.keyIdOf(ndaStream(ndaId))) ?? '';
    const event = { eventId: '01930000-0000-7000-8000-000000000001', eventHash: 'ab'.repeat(32) };
    const signed = { keyId, receiptKeyId: 'r', receiptSignature: 's', ...event };
    const listedOne = { stream: ndaStream(ndaId), destroyedAt: bench.clock.now().toISOString(), ...signed };
    expect(await eraser.eraseAgain(listedOne, false)).toBe('again');
    expect(await eraser.eraseAgain(listedOne, true)).toBe('known');
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.slice(1)).toMatchObject([
      { type: 'NdaErased', open: { reason: 'restored' }, causedBy: null },
      { type: 'NdaKeyDestroyed', open: signed, causedBy: events[1]?.id },
    ]);
  });

  it('is not repeated in a stream with another key, nor if neither stream nor key exists', async () => {
    const ndaId = await withImage();
    const event = { eventId: '01930000-0000-7000-8000-000000000001', eventHash: 'ab'.repeat(32) };
    const signed = { keyId: 'k', receiptKeyId: 'r', receiptSignature: 's', ...event };
    const listedOne = { stream: ndaStream(ndaId), destroyedAt: bench.clock.now().toISOString(), ...signed };
    expect(await eraser.eraseAgain(listedOne, false)).toBe('other-key');
    const nowhere = { ...listedOne, stream: 'nda-01930000-0000-7000-8000-00000000dead' };
    expect(await eraser.eraseAgain(nowhere, false)).toBe('known');
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
    expect(await bench.infrastructure.blobs.get(ndaStream(ndaId), 'signature:1')).toEqual(signature);
  });

  it('takes key and time from the stream if a row has others', async () => {
    const ndaId = await withImage();
    const stream = ndaStream(ndaId);
    const keyId = await bench.infrastructure.vault.keyIdOf(stream);
    await bench.infrastructure.pool.query(
      `UPDATE vault_keys SET wrapped = NULL, key_id = gen_random_uuid(), destroyed_at = '1999-01-01T00:00:00Z',
         destruction = nextval('vault_keys_destruction_seq') WHERE subject = $1`,
      [stream],
    );
    await bench.run(ndaId, ERASE);
    await eraser.erase(ndaId);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.at(-1)?.open).toMatchObject({ keyId, destroyedAt: events[1]?.at });
  });

  it('destroys nothing if nobody requested it', async () => {
    const ndaId = await withImage();
    await eraser.erase(ndaId);
    await eraser.erase('01930000-0000-7000-8000-00000000dead');
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
    expect(await bench.infrastructure.blobs.get(ndaStream(ndaId), 'signature:1')).toEqual(signature);
  });
});
