import { createHash } from 'node:crypto';
import { problem } from '../http/testing/problem.js';
import { checkpointBefore } from '../proof/signed-checkpoints.js';
import { signature, terms } from '../../testing/steps/samples.js';
import {
  create,
  openIntent,
  payByCard,
  read,
  sign,
  signedByBoth,
  untilSent,
} from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { newId } from '../platform/crypto/ids.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { verifyChain } from '../eventsourcing/journal/chain.js';
import { verifyReceipt } from '../vault/receipts.js';

let test: TestBackend;
beforeAll(async () => {
  test = await startTestBackend();
});
afterAll(() => test.stop());

type Browser = ReturnType<TestBackend['browser']>;
const post = (browser: Browser, body: object, key?: string) => {
  const asked = browser.post('/api/ndas').send(body);
  return key === undefined ? asked : asked.set('idempotency-key', key);
};

describe('POST /api/ndas', () => {
  it('returns the address of the NDA, and gives its browser access for 90 days', async () => {
    const browser = test.browser();
    const answer = await post(browser, terms).expect(201);
    expect(Object.keys(answer.body).sort()).toEqual(['id', 'receipt']);
    expect(answer.headers['location']).toBe(`/api/ndas/${answer.body.id}`);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await read(browser, answer.body.id)).toMatchObject({
      revision: 0,
      party2Company: null,
      permittedDisclosures: null,
    });
  });

  it('keeps one secret per browser for all its NDAs', async () => {
    const browser = test.browser();
    const [first, second] = [await post(browser, terms), await post(browser, terms)];
    const secret = (answer: typeof first) => String(answer.headers['set-cookie']?.[0]).split(';')[0];
    expect(secret(second)).toBe(secret(first));
    for (const { body } of [first, second]) await read(browser, body.id);
  });

  it('fills in defaults, and trims texts before it counts characters', async () => {
    const { returnOfMaterials: _, language: __, party1Company: ___, ...least } = terms;
    const browser = test.browser();
    const { body } = await post(browser, {
      ...least,
      ideaTitle: '  Ein Titel  ',
      party2Company: '   ',
    }).expect(201);
    expect(await read(browser, body.id)).toMatchObject({
      ideaTitle: 'Ein Titel',
      returnOfMaterials: true,
      language: 'de',
      party1Company: null,
      party2Company: null,
    });
  });

  it('answers repetitions with the first NDA, even concurrent ones', async () => {
    const browser = test.browser();
    await create(browser);
    const answers = await Promise.all([1, 2, 3].map(() => post(browser, terms, 'a-key').expect(201)));
    answers.push(await post(browser, { ...terms, ideaTitle: ` ${terms.ideaTitle} ` }, 'a-key').expect(201));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    const [other, elsewhere] = [
      await post(browser, terms, 'another-key'),
      await post(test.browser(), terms, 'a-key'),
    ];
    expect(new Set([answers[0]?.body.id, other.body.id, elsewhere.body.id]).size).toBe(3);
  });

  it('refuses a key that was used for another text, whatever the difference', async () => {
    const browser = test.browser('en');
    const { body } = await post(browser, terms, 'one-key').expect(201);
    const changes = [
      { ideaTitle: 'Another title' },
      { party2Email: 'other@example.org' },
      { duration: '1y' },
      { replaces: await create(browser) },
    ];
    for (const change of changes) {
      const refused = await post(browser, { ...terms, ...change }, 'one-key').expect(400);
      expect(problem(refused)).toMatchObject({
        code: 'validation_failed',
        errors: [
          { field: 'Idempotency-Key', message: 'Another agreement was already created with this key.' },
        ],
      });
    }
    expect(await read(browser, body.id)).toMatchObject({ ideaTitle: terms.ideaTitle, revision: 0 });
  });

  it('treats a blank key as absent, and accepts a long one', async () => {
    const browser = test.browser();
    await create(browser);
    const blank = [
      await post(browser, terms, ''),
      await post(browser, { ...terms, ideaTitle: 'Anderer' }, ' '),
    ];
    expect(blank[0]?.body.id).not.toBe(blank[1]?.body.id);
    const long = 'k'.repeat(300);
    const one = await post(browser, terms, `${long}1`).expect(201);
    expect((await post(browser, terms, `${long}2`).expect(201)).body.id).not.toBe(one.body.id);
    expect((await post(browser, terms, `${long}1`).expect(201)).body.id).toBe(one.body.id);
  });

  it('does not make an erased NDA look alive', async () => {
    const browser = test.browser();
    await create(browser);
    const { body } = await post(browser, terms, 'erased-later').expect(201);
    const context = contextAt(new Date().toISOString(), { commandId: newId() });
    await test.backend.infrastructure.commands.run(
      ndaDecider,
      body.id,
      { type: 'EraseNda', reason: 'admin' },
      context,
    );
    await test.backend.infrastructure.vault.destroyKey(`nda-${body.id}`);
    expect((await post(browser, terms, 'erased-later').expect(404)).body.code).toBe('nda_erased');
  });
});

describe('replacing a draft', () => {
  it('can be repeated after the old draft is gone', async () => {
    const browser = test.browser();
    const old = await create(browser);
    const body = { ...terms, ideaTitle: 'Ein anderer Titel', replaces: old };
    const first = await post(browser, body, 'replacing').expect(201);
    expect((await post(browser, body, 'replacing').expect(201)).body).toEqual(first.body);
    expect((await browser.get(`/api/ndas/${old}`).expect(410)).body.code).toBe('nda_discarded');
    for (const [path, sent] of [
      ['sign', { partyNumber: '1', signature: signature(), signatureMode: 'in-person' }],
      ['create-payment-intent', { partyNumber: '1', paymentMode: 'split' }],
      ['apply-voucher', { voucherCode: 'NDA-ABCD-EFGH' }],
      ['confirm-payment', { paymentIntentId: 'pi_1' }],
      ['send-email', {}],
    ] as const)
      expect((await browser.post(`/api/ndas/${old}/${path}`).send(sent).expect(410)).body.code).toBe(
        'nda_discarded',
      );
    expect((await post(browser, body).expect(410)).body.code).toBe('nda_discarded');
  });

  it('names the first NDA of its chain, however long the chain is', async () => {
    const browser = test.browser();
    const first = await create(browser);
    const second = await create(browser, { ideaTitle: 'Zweiter', replaces: first });
    const third = await create(browser, { ideaTitle: 'Dritter', replaces: second });
    const { rows } = await test.database.pool.query(
      'SELECT id, chain FROM ndas WHERE chain = $1 AND NOT discarded',
      [first],
    );
    expect(rows).toEqual([{ id: third, chain: first }]);
  });

  it("is refused for a signed draft, another creator's draft or an unknown draft, and creates nothing", async () => {
    const browser = test.browser();
    const signed = await create(browser);
    await sign(browser, signed, 1);
    const foreign = await create(test.browser());
    const counted = async () =>
      (await test.database.pool.query('SELECT count(*)::int AS count FROM ndas')).rows[0];
    const before = await counted();
    for (const [replaces, status, code] of [
      [signed, 409, 'already_signed'],
      [foreign, 404, 'not_found'],
      [newId(), 404, 'not_found'],
    ] as const)
      expect((await post(browser, { ...terms, replaces }).expect(status)).body.code).toBe(code);
    expect(await counted()).toEqual(before);
    expect(await read(browser, signed)).toMatchObject({ status: 'party1_signed' });
  });
});

describe('a receipt', () => {
  it('for each act matches the stored event, and can be verified with only the public key', async () => {
    const browser = test.browser();
    const created = (await post(browser, terms).expect(201)).body;
    const acts = [created.receipt];
    for (const party of [1, 2] as const)
      acts.push(((await sign(browser, created.id, party)) as { receipt?: unknown }).receipt);
    const stored = await test.backend.infrastructure.store.readStream(`nda-${created.id}`);
    expect(verifyChain(stored)).toMatchObject({ intact: true });
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, created.id);
    const keys = await test.backend.infrastructure.receipts.publicKeys();
    for (const [index, receipt] of acts.entries()) {
      const event = events[index];
      expect(receipt).toEqual({
        stream: `nda-${created.id}`,
        revision: index,
        eventHash: event?.hash,
        at: event?.at,
        lastCheckpoint: await checkpointBefore(
          test.backend.infrastructure.pool,
          event?.hash ?? '',
          test.backend.infrastructure.receipts.ownKey,
        ),
        keyId: expect.any(String),
        signature: expect.any(String),
      });
      expect(verifyReceipt(receipt, keys)).toBe(true);
      for (const change of [
        { revision: index + 1 },
        { eventHash: '0'.repeat(64) },
        { at: '2020-01-01T00:00:00.000Z' },
        { stream: 'nda-x' },
      ])
        expect(verifyReceipt({ ...receipt, ...change }, keys)).toBe(false);
    }
  });
});

describe('GET /api/ndas/{id}', () => {
  it('answers 304 without a body to its tag, in any spelling, while nothing has changed', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const first = await browser.get(`/api/ndas/${id}`).expect(200);
    const etag = first.headers['etag'] ?? '';
    expect(first.headers['cache-control']).toBe('private, no-cache');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await browser.get(`/api/ndas/${id}`).set('if-none-match', known).expect(304);
      expect(answer.text).toBe('');
      expect(answer.headers['etag']).toBe(etag);
    }
    for (const other of ['"other"', etag.slice(1, -1), '', '""'])
      await browser.get(`/api/ndas/${id}`).set('if-none-match', other).expect(200);
  });

  it('has another tag after every visible change of N', async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    const tag = async () => String((await browser.get(`/api/ndas/${id}`).expect(200)).headers['etag']);
    const tags = [await tag()];
    await openIntent(browser, id);
    tags.push(await tag());
    await payByCard(browser, id);
    tags.push(await tag());
    await untilSent(browser, id);
    tags.push(await tag());
    expect(new Set(tags).size).toBe(tags.length);
    await browser.get(`/api/ndas/${id}`).set('if-none-match', tags.join(', ')).expect(304);
  });

  it('checks access before the tag: a stranger with the tag gets nothing', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const { headers } = await browser.get(`/api/ndas/${id}`);
    expect(
      (await test.browser().get(`/api/ndas/${id}`).set('if-none-match', String(headers['etag'])).expect(404))
        .body.code,
    ).toBe('not_found');
  });
});

describe('the files of an NDA', () => {
  it('include images of the signatures as PNG, which browsers revalidate each time', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await browser.get(`/api/ndas/${id}/signatures/1`).expect(404);
    await sign(browser, id, 1);
    const image = await browser.get(`/api/ndas/${id}/signatures/1`).expect(200);
    expect(image.headers['cache-control']).toBe('private, no-cache');
    const tag = String(image.headers['etag']);
    await browser.get(`/api/ndas/${id}/signatures/1`).set('if-none-match', tag).expect(304);
    await test.browser().get(`/api/ndas/${id}/signatures/1`).set('if-none-match', tag).expect(404);
    const drawn = Buffer.from(signature(1).split(',')[1] ?? '', 'base64');
    expect(createHash('sha256').update(image.body).digest('hex')).toBe(
      createHash('sha256').update(drawn).digest('hex'),
    );
    const admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const shown = await admin.get(`/api/ndas/${id}/signatures/1`).expect(200);
    expect(shown.headers['cache-control']).toBe('private, no-store');
    const read = await admin.get(`/api/ndas/${id}`).expect(200);
    expect(read.headers['cache-control']).toBe('private, no-store');
    for (const party of ['2', '3', '01', 'x'])
      await browser.get(`/api/ndas/${id}/signatures/${party}`).expect(404);
  });

  it('include the document after both signatures, for the party that paid and for the admin', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const pdf = async (by: Browser) => (await by.get(`/api/ndas/${id}/pdf`)).body.code;
    expect(await Promise.all([pdf(browser), pdf(admin)])).toEqual(['not_completed', 'not_completed']);
    await sign(browser, id, 1);
    expect(await Promise.all([pdf(browser), pdf(admin)])).toEqual(['not_completed', 'not_completed']);
    expect((await browser.post(`/api/ndas/${id}/send-email`).send({}).expect(409)).body.code).toBe(
      'not_completed',
    );
    await sign(browser, id, 2);
    expect(await pdf(browser)).toBe('payment_required');
    const preview = await admin
      .get(`/api/ndas/${id}/pdf`)
      .expect(200)
      .expect('content-type', 'application/pdf');
    expect(preview.headers['cache-control']).toBe('private, no-store');
    expect(await read(browser, id)).toMatchObject({ status: 'completed', delivery: { status: 'none' } });
    expect((await browser.post(`/api/ndas/${id}/send-email`).send({}).expect(402)).body.code).toBe(
      'payment_required',
    );
  });
});
