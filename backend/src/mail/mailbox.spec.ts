import { DAY_MS } from '@siegel/contracts/limits';
import { createVaultDatabase, type VaultDatabase } from '../vault/testing/vault-database.js';
import { BATCH } from '../platform/postgres/in-batches.js';
import { countingRows } from '../platform/postgres/testing/count-rows.js';
import { forgetOld } from './forget-old.js';
import { createDataSource } from '../platform/postgres/data-source.js';
import type { RunningVault } from '../vault/create-vault.js';
import { ListedMails1795000009530 } from './migrations/1795000009530-listed-mails.js';
import { MailsOfErasedNdas1795000001200 } from './migrations/1795000001200-mails-of-erased-ndas.js';
import { Mailbox1795000000500 } from './migrations/1795000000500-mailbox.js';
import { KeyDestroyed } from '../vault/vault.js';
import { KEPT_DAYS, KEPT_MAILS, Mailbox } from './mailbox.js';
import { MailboxMessageEntity } from './mailbox-message.entity.js';
import type { OutgoingMail } from './mail-transport.js';

const mail = (messageId: string, change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: 'invitation',
  messageId,
  stream: 'nda-1',
  to: 'ada@example.org',
  subject: 'Betreff „ä“',
  text: 'Text',
  html: '<p>Text</p>',
  attachments: [
    { filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from([0, 255, 10, 13]) },
  ],
  ...change,
});

describe('Mailbox', () => {
  let bench: VaultDatabase;
  let vault: RunningVault;
  let mailbox: Mailbox;
  beforeAll(async () => {
    bench = await createVaultDatabase();
    const dataSource = createDataSource({
      url: bench.database.url,
      entities: [MailboxMessageEntity],
      migrations: [],
    });
    await dataSource.initialize();
    for (const migration of [new Mailbox1795000000500(), new ListedMails1795000009530()])
      await migration.up(dataSource.createQueryRunner());
    const drift = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(drift.upQueries.map((query) => query.query)).toEqual([]);
    vault = bench.backend();
    await vault.start();
    for (const stream of ['nda-1', 'nda-2', 'nda-3']) await vault.createKey(stream);
    mailbox = new Mailbox(bench.database.pool, vault, bench.clock);
  });
  afterAll(() => bench.drop());
  beforeEach(() => bench.database.pool.query('DELETE FROM mailbox_messages'));

  it('keeps each message once, and lists them newest first, byte for byte', async () => {
    await mailbox.send(mail('<1@x>'));
    bench.clock.advance(1000);
    expect(await mailbox.send(mail('<2@x>', { subject: 'Zweite' }))).toEqual({ messageId: '<2@x>' });
    await mailbox.send(mail('<1@x>', { subject: 'again' }));
    const [second, first, ...more] = await mailbox.list();
    expect(more).toEqual([]);
    expect([second?.subject, first?.subject]).toEqual(['Zweite', 'Betreff „ä“']);
    const attachment = { filename: 'a.pdf', contentType: 'application/pdf' };
    expect(first?.attachments).toEqual([{ ...attachment, size: 4 }]);
    expect(await mailbox.find(first?.id ?? '')).toEqual({
      ...first,
      attachments: [{ ...attachment, content: Buffer.from([0, 255, 10, 13]) }],
    });
    expect(await mailbox.list(1)).toEqual([second]);
  });

  it('keeps the address for replies and the headers', async () => {
    const replyTo = { name: 'Jürgen „der“ Müller', address: 'juergen@example.org' };
    const headers = { 'Auto-Submitted': 'auto-generated' };
    await mailbox.send(mail('<9@x>', { replyTo, headers }));
    await mailbox.send(mail('<10@x>'));
    const kept = await mailbox.list();
    expect(kept.find((one) => one.replyTo !== undefined)).toMatchObject({ replyTo, headers });
    expect(kept.filter((one) => 'headers' in one)).toHaveLength(1);
  });

  it('lists the sizes of attachments without reading their bytes', async () => {
    const attachments = [
      { filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.alloc(1_000_000) },
    ];
    await mailbox.send(mail('<11@x>', { attachments }));
    let read = 0;
    const { pool } = bench.database;
    const counting = {
      query: async (text: string, values: unknown[]) => {
        const answer = await pool.query<Record<string, unknown>>(text, values);
        for (const value of answer.rows.flatMap((row) => Object.values(row)))
          if (Buffer.isBuffer(value)) read += value.length;
        return answer;
      },
    } as unknown as typeof pool;
    const listed = await new Mailbox(counting, vault, bench.clock).list();
    expect(listed.map((one) => one.attachments.map(({ size }) => size))).toEqual([[1_000_000]]);
    expect(read).toBeLessThan(1_000);
  });

  it('lists the mails of earlier versions too', async () => {
    await mailbox.send(mail('<12@x>'));
    const [listed] = await mailbox.list();
    await bench.database.pool.query('UPDATE mailbox_messages SET listed = NULL');
    expect(await mailbox.list()).toEqual([listed]);
  });

  it('keeps one of two copies that are stored at the same time', async () => {
    await Promise.all([
      mailbox.send(mail('<3@x>')),
      mailbox.send(mail('<3@x>')),
      mailbox.send(mail('<3@x>')),
    ]);
    expect(await mailbox.list()).toHaveLength(1);
  });

  it('stores nothing readable', async () => {
    await mailbox.send(mail('<4@x>'));
    const { rows } = await bench.database.pool.query<{ row: string }>(
      "SELECT m.id || m.message_key || m.subject_stream || encode(m.sealed || m.listed, 'escape') AS row FROM mailbox_messages m",
    );
    expect(rows[0]?.row).not.toMatch(/ada@example|Betreff|Text/);
  });

  it('shows no mail of an erased NDA, and its rows can be deleted', async () => {
    await mailbox.send(mail('<5@x>', { stream: 'nda-2' }));
    await mailbox.send(mail('<6@x>', { stream: 'nda-3' }));
    await vault.destroyKey('nda-2');
    expect(await mailbox.list()).toHaveLength(1);
    await expect(mailbox.send(mail('<7@x>', { stream: 'nda-2' }))).rejects.toThrow('nda-2');
    await mailbox.deleteAll('nda-2');
    await mailbox.deleteAll('nda-2');
    const { rows } = await bench.database.pool.query<{ subject_stream: string }>(
      'SELECT subject_stream FROM mailbox_messages',
    );
    expect(rows).toEqual([{ subject_stream: 'nda-3' }]);
  });

  it('deletes old mails, and the oldest ones if there are too many', async () => {
    await mailbox.send(mail('<old@x>'));
    bench.clock.advance(KEPT_DAYS * DAY_MS);
    await mailbox.send(mail('<new@x>'));
    await mailbox.forgetOld();
    expect(await mailbox.list()).toHaveLength(2);
    bench.clock.advance(1);
    await mailbox.forgetOld();
    expect(await mailbox.list()).toHaveLength(1);
    await bench.database.pool.query(
      `INSERT INTO mailbox_messages SELECT gen_random_uuid(), 'more-' || n, subject_stream, sealed, sent_at + n * interval '1 s', listed
       FROM mailbox_messages, generate_series(1, $1::int) AS n`,
      [KEPT_MAILS],
    );
    await mailbox.forgetOld();
    const { rows } = await bench.database.pool.query<{ kept: number; oldest: number }>(
      "SELECT count(*)::int AS kept, count(*) FILTER (WHERE message_key = '<new@x>')::int AS oldest FROM mailbox_messages",
    );
    expect(rows).toEqual([{ kept: KEPT_MAILS, oldest: 0 }]);
  });

  it('deletes any number of old mails, in batches', async () => {
    await mailbox.send(mail('<old@x>'));
    await bench.database.pool.query(
      `INSERT INTO mailbox_messages SELECT gen_random_uuid(), 'more-' || n, subject_stream, ''::bytea, sent_at, listed
       FROM mailbox_messages, generate_series(1, $1::int) AS n`,
      [BATCH],
    );
    bench.clock.advance(KEPT_DAYS * DAY_MS + 1);
    const counts: number[] = [];
    const counted = new Mailbox(countingRows(bench.database.pool, counts), vault, bench.clock);
    await forgetOld('forget-mailbox', counted).run(new AbortController().signal);
    expect(counts).toEqual([BATCH, 1, 0]);
    counts.length = 0;
    await forgetOld('forget-mailbox', counted).run(AbortSignal.abort());
    expect(counts).toEqual([]);
  });

  it('deletes mails that erasures by earlier versions left behind', async () => {
    await vault.createKey('nda-5');
    for (const stream of ['nda-3', 'nda-5']) await mailbox.send(mail(`<${stream}@x>`, { stream }));
    await vault.destroyKey('nda-5');
    const dataSource = createDataSource({ url: bench.database.url, entities: [], migrations: [] });
    await dataSource.initialize();
    await new MailsOfErasedNdas1795000001200().up(dataSource.createQueryRunner());
    await dataSource.destroy();
    const { rows } = await bench.database.pool.query('SELECT subject_stream FROM mailbox_messages');
    expect(rows).toEqual([{ subject_stream: 'nda-3' }]);
  });

  it('keeps no mail that was sealed just before the erasure', async () => {
    await vault.createKey('nda-4');
    const late = new Mailbox(
      bench.database.pool,
      {
        ...vault,
        isDestroyed: (subject) => vault.isDestroyed(subject),
        sealBytes: async (...what) => {
          const sealed = await vault.sealBytes(...what);
          await vault.destroyKey('nda-4');
          return sealed;
        },
      },
      bench.clock,
    );
    await expect(late.send(mail('<8@x>', { stream: 'nda-4' }))).rejects.toThrow(KeyDestroyed);
    expect((await bench.database.pool.query('SELECT 1 FROM mailbox_messages')).rowCount).toBe(0);
  });
});
