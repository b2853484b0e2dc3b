import { trustOn } from '../../eventsourcing/trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import { signatureLabel } from '../../nda/nda.blobs.js';
import { type NdaCreated, type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { asVersion1, type NamedAgreement } from '../../nda/testing/version-1.js';
import { ndaUpcasters } from '../../nda/upcasters.js';
import { appendFirstFormat } from '../../eventsourcing/journal/testing/first-format.js';
import { createCommandRunner } from '../../eventsourcing/commands/create-command-runner.js';
import { createJournal } from '../../eventsourcing/journal/create-journal.js';
import { MemoryEventStore } from '../../eventsourcing/journal/testing/memory-event-store.js';
import { newId } from '../../platform/crypto/ids.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { PdfSeal } from '../../pades/pdf-seal.js';
import { ecIdentity } from '../../pades/testing/fixtures.js';
import { type BlobStore, createBlobStore } from '../../vault/blob-store.js';
import { createReceipts, type Receipts } from '../../vault/receipts.js';
import { createVaultDatabase, type VaultDatabase } from '../../vault/testing/vault-database.js';
import type { DocumentParts } from '../deliver-nda.job.js';
import type { DeliveryRecords } from '../delivery-records.js';
import type { SendingParts } from '../send-document.job.js';
import { createHistory } from '../evidence/history.js';
import { AcceptedMails } from '../../mail/accepted-mails.js';
import type { MailboxMessage } from '../../mail/kept-mail.js';
import { Mailbox } from '../../mail/mailbox.js';
import { renderDocument } from '../pdf/render-document.js';
import { ListedMails1795000009530 } from '../../mail/migrations/1795000009530-listed-mails.js';
import { Mailbox1795000000500 } from '../../mail/migrations/1795000000500-mailbox.js';
import { AcceptedMails1795000001300 } from '../../mail/migrations/1795000001300-accepted-mails.js';
import { BeginnersOfMails1795000002700 } from '../../mail/migrations/1795000002700-beginners-of-mails.js';
import { ProofsOfAcceptedMails1795000008150 } from '../../mail/migrations/1795000008150-proofs-of-accepted-mails.js';
import { BegunMails1795000001500 } from '../../mail/migrations/1795000001500-begun-mails.js';
import { NDA_ID, sha256, SIGNATURES, type Story, storyOf } from './signed-nda.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';

const KEYED_HASH = createKeyedHash(Buffer.alloc(32, 7));

/**
 * Parts of the two delivery jobs, `DeliverNdaJob` and `SendDocumentJob`. Their `records` and `enqueue` are
 * created for each run.
 */
export type DeliveryParts = Omit<
  DocumentParts & SendingParts,
  'records' | 'enqueue' | 'blobs' | 'receipts'
> & {
  readonly blobs: BlobStore;
  readonly receipts: Receipts;
  readonly commands: ConstructorParameters<typeof DeliveryRecords>[0]['commands'];
};

/** The event store is in memory; vault, blobs and mailbox are in a real database. */
export interface DeliveryBench {
  readonly parts: DeliveryParts;
  /** Returns the mails of the mailbox with their attachments, newest first. */
  mails(): Promise<MailboxMessage[]>;
  readonly vaultDatabase: VaultDatabase;
  /**
   * Appends all events up to the one that makes the NDA complete and paid, and stores both signature images.
   * @returns the NDA's id
   */
  createPaid(story?: Story, events?: (all: NdaEvent[]) => NdaEvent[]): Promise<string>;
  events(
    ndaId: string,
  ): Promise<readonly { readonly id: string; readonly type: string; readonly open: object }[]>;
  append(ndaId: string, ...events: NdaEvent[]): Promise<void>;
  destroyKey(ndaId: string): Promise<void>;
}

export async function createDeliveryBench(): Promise<DeliveryBench> {
  const vaultDatabase = await createVaultDatabase();
  const { database, clock } = vaultDatabase;
  const runner = database.pool;
  const query = { query: (sql: string) => runner.query(sql) };
  type Runner = Parameters<Mailbox1795000000500['up']>[0];
  for (const migration of [
    new Mailbox1795000000500(),
    new ListedMails1795000009530(),
    new AcceptedMails1795000001300(),
    new BegunMails1795000001500(),
    new BeginnersOfMails1795000002700(),
    new ProofsOfAcceptedMails1795000008150(),
  ])
    await migration.up(query as unknown as Runner);
  const vault = vaultDatabase.backend();
  await vault.start();
  const store = new MemoryEventStore();
  const trust = trustOn(store);
  const journal = createJournal({
    store,
    trust,
    vault,
    registries: [ndaEvents],
    upcasters: ndaUpcasters,
    ids: newId,
    logger: silentLogger,
  });
  const blobs = createBlobStore({ pool: database.pool, vault });
  const receipts = createReceipts({ signingKey: Buffer.alloc(32, 7), pool: database.pool });
  await receipts.start();
  const mailbox = new Mailbox(database.pool, vault, clock);
  const append = async (ndaId: string, ...events: NdaEvent[]): Promise<void> => {
    const { head } = await journal.load<NdaEvent>(ndaStream(ndaId));
    await journal.append(head, events, {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      causedBy: null,
      actor: 'party1',
      at: clock.now().toISOString(),
      origin: { ip: '203.0.113.77', userAgent: 'Test' },
    });
  };
  return {
    parts: {
      commands: createCommandRunner({ journal }),
      blobs,
      receipts,
      seal: new PdfSeal({
        identity: ecIdentity(),
        clock,
        logger: silentLogger,
        certificates: { keep: async () => {} },
      }),
      history: createHistory(trust.log, vault),
      render: renderDocument,
      mail: mailbox,
      accepted: new AcceptedMails(database.pool, clock, KEYED_HASH),
      clock,
      logger: silentLogger,
      publicUrl: 'http://localhost:3000',
      host: 'siegel.example',
      disputeUrl: (ndaId) => `http://localhost:3000/dispute/${ndaId}`,
      site: {
        publicUrl: 'http://localhost:3000',
        operator: 'Siegel',
        operatorLines: ['Siegel'],
        vatRate: null,
        contact: null,
        receivers: [],
        testMode: true,
      },
    },
    mails: async () => {
      const found = await Promise.all((await mailbox.list()).map(({ id }) => mailbox.find(id)));
      return found.filter((mail) => mail !== undefined);
    },
    vaultDatabase,
    append,
    createPaid: async (story = {}, change = (all) => all) => {
      const ndaId = newId();
      const events = change(storyOf(story)).map(
        (event) => JSON.parse(JSON.stringify(event).replaceAll(NDA_ID, ndaId)) as NdaEvent,
      );
      const byStageOne = events.slice(0, story.byStageOne ?? 0);
      const [created] = events;
      const old = byStageOne.map((event) => {
        const agreement = (created as NdaCreated).personal as NamedAgreement;
        const origin = event.type.endsWith('Signed') ? { ip: '203.0.113.77', userAgent: 'Test' } : undefined;
        return { ...asVersion1(event, agreement), origin };
      });
      if (old.length > 0)
        await appendFirstFormat({ store, vault }, ndaStream(ndaId), old, clock.now().toISOString());
      for (const event of events.slice(byStageOne.length)) await append(ndaId, event);
      for (const party of [1, 2] as const)
        await blobs.put(ndaStream(ndaId), signatureLabel(sha256(SIGNATURES[party])), SIGNATURES[party]);
      return ndaId;
    },
    events: async (ndaId) => (await journal.load<NdaEvent>(ndaStream(ndaId))).events,
    destroyKey: async (ndaId) => {
      await vault.destroyKey(ndaStream(ndaId));
    },
  };
}
