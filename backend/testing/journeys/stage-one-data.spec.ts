import { createHash } from 'node:crypto';
import { AGREEMENT_COLUMNS } from '#src/agreements/agreement-row';
import { columnName } from '#src/platform/postgres/columns';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import { pickTerms, TERM_NAMES } from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';
import { RENDERER } from '#src/delivery/pdf/renderer';
import { eventsOf } from '#src/eventsourcing/event-store/copy/events-of';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { parseCore, parseMetadata } from '#src/eventsourcing/journal/event-encoding';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { ndaDecider } from '#src/nda/nda.decider';
import { newId } from '#src/platform/crypto/ids';
import { ndaStream } from '#src/nda/nda.events';
import {
  EVENT_STORES,
  stageOne,
  stageOneDocument,
  stageOneLog,
  stageOneNda,
  type StageOneNda,
} from '../stage-one-data/load-stage-one-data.js';
import { readModelsOf } from '../backend/read-models.js';
import { signature } from '../steps/samples.js';
import {
  type ReadModelRow,
  startOnStageOneData,
  type StageOneBackend,
} from '../stage-one-data/stage-one-backend.js';
import { create, mails, openIntent, read, untilSent } from '../steps/steps.js';
import { until } from '#src/platform/testing/until';
import { verifyDestruction } from '#src/vault/erasure';
import { verifyReceipt } from '#src/vault/receipts';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';

const PREFIXES = ['nda-', 'voucher-'];
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const named = (ndas: readonly StageOneNda[]) => ndas.map((nda) => [nda.kind, nda] as const);

const OWED = stageOneNda('sending');
/** NDAs whose parties paid for remote signing. Stage one did not support remote signing yet. */
const INVITED = ['remote-split', 'remote-both'].map(stageOneNda);
const LIVING = named(stageOne.ndas.filter((nda) => nda.status === 200 && nda !== OWED));
const UNCHANGED = LIVING.filter(([, nda]) => !INVITED.includes(nda));
const ERASED = named(['erased-draft', 'erased-signed'].map(stageOneNda));
const SEALED = named(['in-person-card', 'in-person-voucher'].map(stageOneNda));
const PROVABLE = [...SEALED, ...named([stageOneNda('erased-signed')])];
/**
 * NDAs whose documents the current renderer renders to the same bytes as stage one. If the renderer has
 * changed since stage one, there are no such NDAs.
 */
const RENDERED_ALIKE = RENDERER === stageOne.renderer ? SEALED : [];

/**
 * Returns the columns of an old row that a current row also has. Sealed parts are left out, because they now
 * have other names.
 */
const columnsOfBoth = (now: ReadModelRow, then: ReadModelRow): object =>
  Object.fromEntries(Object.entries(then).filter(([name]) => name in now && name !== 'sealed'));

/**
 * Returns the current row that is expected for a voucher row of stage one. If stage one deleted the voucher,
 * the current version has destroyed the voucher's key, so code and recipient are gone
 * (rule:voucher-key-goes).
 */
const withoutKey = (row: ReadModelRow): ReadModelRow =>
  (row['deleted_at'] ?? null) === null ? row : { ...row, revision: Number(row['revision']) + 1, sealed: {} };

// testing/stage-one-data/README.md describes each NDA.
describe.each(firstUnlessAll(EVENT_STORES))('a service on data of stage one, with events in %s', (store) => {
  let now: StageOneBackend;
  beforeAll(async () => {
    now = await startOnStageOneData(store);
  });
  afterAll(() => now?.stop());

  it('has the same log, byte for byte, in unbroken hash chains', async () => {
    const stored: UntrustedEvent[] = [];
    for await (const event of eventsOf(now.backend.backend.infrastructure.store, PREFIXES))
      stored.push(event);
    const own = stageOneLog().filter(({ stream }) => PREFIXES.some((prefix) => stream.startsWith(prefix)));
    const spelled = ({ stream, revision, id, type, data, metadata }: Omit<UntrustedEvent, 'position'>) =>
      [stream, revision, id, type, ...[data, metadata].map((bytes) => Buffer.from(bytes).toString())].join(
        '\n',
      );
    expect(stored.slice(0, own.length).map(spelled)).toEqual(own.map(spelled));
    for (const stream of new Set(own.map((event) => event.stream))) {
      expect(verifyChain(stored.filter((event) => event.stream === stream))).toMatchObject({ intact: true });
    }
  });

  it.each(UNCHANGED)('returns the same NDA through the API (%s)', async (_, nda) => {
    expect(await read(now.creatorOf(nda), nda.id)).toMatchObject(nda.view ?? {});
  });

  it.each(LIVING)('returns the same signatures (%s)', async (_, nda) => {
    for (const [party, hash] of Object.entries(nda.signatures ?? {})) {
      const image = await now.creatorOf(nda).get(`/api/ndas/${nda.id}/signatures/${party}`).expect(200);
      expect(sha256(image.body)).toBe(hash);
    }
  });

  it.each(named(INVITED))(
    'invites Party 2 of an NDA that was paid for remote signing (%s)',
    async (_, nda) => {
      const view = nda.view as NdaView;
      const since = async () => (await now.historyOf(nda)).slice(view.revision + 1);
      await until(async () => (await since()).length > 0);
      const open = { invitation: 1, trigger: 'payment' };
      expect((await since())[0]).toMatchObject({ type: 'Party2Invited', actor: 'system', open });
      const { paymentStatus, paidAt } = view;
      expect(await read(now.creatorOf(nda), nda.id)).toMatchObject({
        ...pickTerms(view, TERM_NAMES),
        paymentStatus,
        paidAt,
        remoteStatus: 'awaiting',
      });
    },
  );

  it.each(LIVING)('shows the agreement in the version in which it was made (%s)', async (_, nda) => {
    const { body } = await now.creatorOf(nda).get(`/api/ndas/${nda.id}/agreement`).expect(200);
    expect(body.agreement.templateVersion).toBe('v1');
    expect(agreementHash(body.agreement)).toBe(nda.view?.agreementHash);
    expect(body.agreementHash).toBe(nda.view?.agreementHash);
  });

  it('shows a replaced draft only to the admin, whose old session does not record its password', async () => {
    const then = now.backend.browser().set('cookie', stageOne.adminSession);
    expect((await then.get('/api/admin/check').expect(200)).body.role).toBeNull();
    const replaced = stageOneNda('replaced-draft');
    const { body } = await now.creatorOf(replaced).get(`/api/ndas/${replaced.id}`).expect(410);
    expect(body.code).toBe('nda_discarded');
    expect(await read(now.admin(), replaced.id)).toMatchObject(replaced.view ?? {});
  });

  it.each(ERASED)('has no readable data of an erased NDA (%s)', async (_, nda) => {
    for (const asker of [now.creatorOf(nda), now.admin()]) await asker.get(`/api/ndas/${nda.id}`).expect(404);
    const history = await now.historyOf(nda);
    expect(history[0]).toMatchObject({ type: 'NdaCreated', erased: true });
    for (const event of history) expect(event).toMatchObject({ personal: undefined, origin: undefined });
    const stream = ndaStream(nda.id);
    expect(await now.count('vault_keys WHERE subject = $1 AND wrapped IS NOT NULL', stream)).toBe(0);
    expect(await now.count('sealed_blobs WHERE subject = $1', stream)).toBe(0);
    const destroyed = history.find((event) => event.type === 'NdaKeyDestroyed');
    const keys = await now.backend.backend.infrastructure.receipts.publicKeys();
    expect(destroyed && verifyDestruction(stream, destroyed.open, keys)).toBe(true);
  });

  it('verifies every receipt that was issued', async () => {
    const keys = await now.backend.backend.infrastructure.receipts.publicKeys();
    const receipts = stageOne.ndas.flatMap((nda) => nda.receipts);
    expect(receipts.length).toBeGreaterThan(stageOne.ndas.length);
    expect(receipts.filter((receipt) => !verifyReceipt(receipt, keys))).toEqual([]);
  });

  it.each(PROVABLE)('verifies a sealed document as authentic (%s)', async (_, nda) => {
    const pdf = await stageOneDocument(nda);
    const asked = now.backend.browser().post('/api/verify').set('content-type', 'application/pdf');
    const { body } = await asked.send(pdf).expect(200);
    expect(body).toMatchObject({ verdict: 'authentic', ndaId: nda.id });
    const record = nda.status === 404 ? 'record_erased' : 'record_found';
    const codes = body.reasons.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(['seal_valid', 'timestamp_missing', 'evidence_consistent_in_part', record]);
  });

  it.each(SEALED)('serves the same document (%s)', async (_, nda) => {
    const { body } = await now.creatorOf(nda).get(`/api/ndas/${nda.id}/pdf`).expect(200);
    expect(sha256(body)).toBe(sha256(await stageOneDocument(nda)));
  });

  it('delivers the sealed document that was still owed, once to each party', async () => {
    const sent = await untilSent(now.creatorOf(OWED), OWED.id);
    const { status, revision, delivery, ...unchanged } = OWED.view as NdaView;
    expect({ status, delivery }).toMatchObject({
      status: 'completed',
      delivery: { status: 'retrying', error: 'mail_unreachable' },
    });
    const recipients = [1, 2].map((party) => ({ party, status: 'sent' }));
    const done = {
      status: 'sent',
      revision: revision + 3,
      delivery: { status: 'sent', error: null, recipients },
    };
    expect(sent).toMatchObject({ ...unchanged, ...done });
    const history = await now.historyOf(OWED);
    const later = history.slice(revision + 1).map(({ type }) => type);
    expect(later).toEqual(['DocumentSent', 'DocumentSent', 'NdaSent']);
    const own = (await mails(now.admin())).filter(({ subject }) => subject.includes(sent.ideaTitle));
    expect(own.map(({ to }) => to).sort()).toEqual([sent.party1Email, sent.party2Email]);
    const sealed = history.find(({ type }) => type === 'DocumentSealed');
    for (const { attachments } of own) {
      const { body } = await now
        .admin()
        .get(attachments[0]?.url ?? '')
        .set('host', 'localhost')
        .expect(200);
      expect(sealed?.open).toMatchObject({ documentHash: sha256(body) });
    }
    // If a mail had been sent twice, the count would be higher than four. Stage one had already sent two of
    // the four mails.
    const others = INVITED.map(({ id }) => ndaStream(id));
    expect(await now.count('mailbox_messages WHERE subject_stream NOT IN ($1, $2)', ...others)).toBe(4);
  });

  /** Waits until a mail server has accepted the invitation and the read model has all events of the NDA. */
  async function untilMailed(nda: (typeof INVITED)[number]): Promise<void> {
    await until(async () => (await now.historyOf(nda)).some(({ type }) => type === 'InvitationSent'));
    const { length } = await now.historyOf(nda);
    await until(
      async () => (await now.count('ndas WHERE id = $1 AND revision = $2', nda.id, String(length - 1))) === 1,
    );
  }

  it('rebuilds the read models to the same rows', async () => {
    await untilSent(now.creatorOf(OWED), OWED.id);
    const owedKeys = 'vouchers WHERE deleted_at IS NOT NULL AND key_destroyed_at IS NULL';
    await until(async () => (await now.count(owedKeys)) === 0);
    for (const nda of INVITED) await untilMailed(nda);
    // The old rows are served until the service has made the new ones.
    await until(async () => (await now.rows()).every((rows) => rows.every((row) => row['mac'] !== '')));
    const served = await now.rows();
    await readModelsOf(now.backend.backend.infrastructure);
    expect(await now.rows()).toEqual(served);
    const others = (rows: readonly ReadModelRow[]) =>
      rows.filter(({ id }) => ![OWED, ...INVITED].some((nda) => nda.id === id));
    const [ndas = [], vouchers = []] = served;
    const [ndasThen = [], vouchersThen = [], ...later] = now.left;
    expect([ndasThen, vouchersThen].map((rows) => rows.length)).toEqual([11, 4]);
    expect(later.flat()).toEqual([]);
    const expected = vouchersThen.map((row) => expect.objectContaining(withoutKey(row)));
    expect(vouchers).toEqual(expected);
    // A current row has only the columns that queries need. Erased agreements now keep their rows.
    const living = others(ndas).filter((row) => row['erased_at'] === null);
    expect(living.length).toBe(others(ndasThen).length);
    expect(Object.keys(ndasThen[0] ?? {})).toContain('template_version');
    expect(Object.keys(ndas[0] ?? {}).sort()).toEqual(Object.keys(AGREEMENT_COLUMNS).map(columnName).sort());
    for (const [n, then] of others(ndasThen).entries())
      expect(living[n]).toMatchObject(columnsOfBoth(living[n] ?? then, then));
  });

  it('accepts only the unused voucher', async () => {
    const { list, codes } = stageOne.vouchers;
    const { body } = await now.admin().get('/api/admin/vouchers').expect(200);
    expect(body.items).toMatchObject(list);
    const nda = stageOneNda('half-signed');
    const apply = async (voucherCode = '') =>
      (await now.creatorOf(nda).post(`/api/ndas/${nda.id}/apply-voucher`).send({ voucherCode })).body;
    expect(await apply(codes['used'])).toMatchObject({ code: 'voucher_used' });
    expect(await apply(codes['expired'])).toMatchObject({ code: 'voucher_expired' });
    expect(await apply(codes['deleted'])).toMatchObject({ code: 'voucher_unknown' });
    expect(await apply(codes['unused'])).toMatchObject({
      paymentStatus: 'succeeded',
      voucherCode: codes['unused'],
    });
  });

  it('continues a payment that was started at that time', async () => {
    const nda = stageOneNda('payment-open');
    expect(await openIntent(now.creatorOf(nda), nda.id)).toMatchObject(nda.payment ?? {});
  });

  it('signs an unsigned old draft in the version in which it was made', async () => {
    const nda = stageOneNda('draft');
    const act = { partyNumber: '1', signature: signature(), agreementHash: nda.view?.agreementHash };
    await now.creatorOf(nda).post(`/api/ndas/${nda.id}/sign`).send(act).expect(200);
    expect((await now.historyOf(nda)).at(-1)).toMatchObject({
      type: 'Party1Signed',
      open: { templateVersion: 'v1', agreementHashConfirmed: true },
    });
  });

  it('makes a new agreement in the current version if the data of such a draft are changed', async () => {
    const nda = stageOneNda('replacing-draft');
    const changes = { ...pickTerms(nda.view as NdaView, TERM_NAMES), ideaTitle: 'Ein anderer Titel' };
    const id = await create(now.creatorOf(nda), { ...changes, replaces: nda.id });
    const { body } = await now.creatorOf(nda).get(`/api/ndas/${id}/agreement`).expect(200);
    expect(body.agreement.templateVersion).toBe(CURRENT_TEMPLATE);
    expect(CURRENT_TEMPLATE).not.toBe('v1');
    await now.creatorOf(nda).get(`/api/ndas/${nda.id}`).expect(410);
  });

  // Making documents takes seconds and gives the same result on both event stores, so only one store is
  // tested.
  if (store !== 'PostgreSQL') return;

  for (const [kind, nda] of RENDERED_ALIKE)
    it(`renders and seals the same bytes again (${kind})`, async () => {
      const recorded = (await now.historyOf(nda)).find(({ type }) => type === 'DocumentSealed');
      expect(recorded?.open).toMatchObject({ documentHash: nda.document?.sha256 });
      expect(await now.sealAgain(nda)).toEqual(recorded?.open);
    });

  it('delivers an old agreement that Party 2 signs now', async () => {
    const nda = stageOneNda('declined-then-paid');
    const act = { partyNumber: '2', signature: signature(2) };
    await now.creatorOf(nda).post(`/api/ndas/${nda.id}/sign`).send(act).expect(200);
    await untilSent(now.creatorOf(nda), nda.id);
    expect(await now.count('mailbox_messages WHERE subject_stream = $1', ndaStream(nda.id))).toBe(2);
  });

  it('proves that agreement with events of both formats, and erases it permanently', async () => {
    const nda = stageOneNda('declined-then-paid');
    const { body: pdf } = await now.creatorOf(nda).get(`/api/ndas/${nda.id}/pdf`).expect(200);
    const reasons = async (): Promise<string[]> => {
      const asked = now.backend.browser().post('/api/verify').set('content-type', 'application/pdf');
      const { body } = await asked.send(pdf).expect(200);
      expect(body).toMatchObject({ verdict: 'authentic', ndaId: nda.id });
      return body.reasons.map(({ code }: { code: string }) => code);
    };
    expect(await reasons()).toEqual(expect.arrayContaining(['evidence_consistent_in_part', 'record_found']));
    const { store: log, commands } = now.backend.backend.infrastructure;
    const stored = await log.readStream(ndaStream(nda.id));
    const formats = stored.map((event) => parseCore(event, parseMetadata(event).core).format);
    expect([formats[0], formats.at(-1)]).toEqual([1, 2]);
    expect(verifyChain(stored)).toMatchObject({ intact: true, events: stored.length });

    const context = contextAt(new Date().toISOString(), { commandId: newId(), actor: 'admin' });
    await commands.run(ndaDecider, nda.id, { type: 'EraseNda', reason: 'admin' }, context);
    await until(async () => (await now.historyOf(nda)).at(-1)?.type === 'NdaKeyDestroyed');
    const { state } = await commands.state(ndaDecider, nda.id);
    expect(state).toMatchObject({ agreementHash: undefined, personal: undefined });
    await now.creatorOf(nda).get(`/api/ndas/${nda.id}`).expect(404);
    expect(verifyChain(await log.readStream(ndaStream(nda.id)))).toMatchObject({ intact: true });
    expect(await reasons()).toEqual(expect.arrayContaining(['evidence_consistent_in_part', 'record_erased']));
  });
});
