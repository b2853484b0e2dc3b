import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import { signature } from '../../testing/steps/samples.js';
import {
  create,
  openIntent,
  payByCard,
  read,
  sign,
  signedByBoth,
  untilSent,
} from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';

let test: TestBackend;
beforeAll(async () => {
  test = await startTestBackend();
});
afterAll(() => test.stop());

type Browser = ReturnType<TestBackend['browser']>;
const post = (browser: Browser, id: string, body: object) => browser.post(`/api/ndas/${id}/sign`).send(body);
const first = (changes: object = {}) => ({
  partyNumber: '1',
  signature: signature(1),
  signatureMode: 'in-person',
  ...changes,
});
const second = (changes: object = {}) => ({ partyNumber: '2', signature: signature(2), ...changes });
const images = async (id: string): Promise<number> =>
  (
    await test.database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM sealed_blobs WHERE subject = $1',
      [`nda-${id}`],
    )
  ).rows[0]?.n ?? 0;
async function draft(): Promise<{ browser: Browser; id: string }> {
  const browser = test.browser();
  return { browser, id: await create(browser) };
}

describe('POST /api/ndas/{id}/sign', () => {
  it('reads the agreement once for a signature', async () => {
    const { browser, id } = await draft();
    const reading = jest.spyOn(test.backend.infrastructure.journal, 'load');
    // Only one party has signed the agreement, so no job reads its stream.
    await post(browser, id, first()).expect(200);
    const readings = reading.mock.calls.filter(([stream]) => stream === ndaStream(id));
    reading.mockRestore();
    expect(readings).toHaveLength(1);
  });

  it('records the signer, the origin, the text seen, and whether the screen confirmed it', async () => {
    const { browser, id } = await draft();
    const { agreementHash } = await read(browser, id);
    await post(browser, id, first({ agreementHash })).set('user-agent', 'Firefox').expect(200);
    await post(browser, id, second()).set('user-agent', 'Firefox').expect(200);
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    const [created, party1, party2, completed] = events;
    const { agreementCommitment } = (created as { open: { agreementCommitment: string } }).open;
    expect(created?.personal).toMatchObject({ agreementHash });
    expect(party1).toMatchObject({
      type: 'Party1Signed',
      actor: 'party1',
      open: {
        agreementCommitment,
        agreementHashConfirmed: true,
        templateVersion: CURRENT_TEMPLATE,
        mode: 'in-person',
        party1PaysForBoth: false,
      },
      origin: { ip: '127.0.0.1', userAgent: 'Firefox' },
    });
    expect(party2).toMatchObject({
      type: 'Party2Signed',
      actor: 'party2',
      open: { agreementCommitment, agreementHashConfirmed: false, channel: 'in-person', tokenHash: null },
      origin: { ip: '127.0.0.1' },
    });
    expect(completed).toMatchObject({ type: 'NdaCompleted', open: { agreementCommitment } });
    expect(await read(browser, id)).toMatchObject({ status: 'completed', party2SignatureIp: null });
  });

  it('stores the hash of the agreement only in sealed parts of events', async () => {
    const { browser, id } = await draft();
    const { agreementHash } = await read(browser, id);
    await post(browser, id, first({ agreementHash })).expect(200);
    await post(browser, id, second({ agreementHash })).expect(200);
    await payByCard(browser, id);
    await untilSent(browser, id);
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    const { rows } = await test.database.pool.query<{ data: Buffer; metadata: Buffer }>(
      'SELECT data, metadata FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [`nda-${id}`],
    );
    expect(rows).toHaveLength(events.length);
    const hash = Buffer.from(agreementHash ?? '', 'hex');
    const spellings = [hash, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')];
    const tells = (bytes: Buffer): boolean => spellings.some((spelling) => bytes.includes(spelling));
    expect(rows.filter(({ data, metadata }) => tells(data) || tells(metadata))).toEqual([]);
    expect(events.filter(({ open }) => tells(Buffer.from(JSON.stringify(open))))).toEqual([]);
    const sealed = events.filter(({ personal }) => tells(Buffer.from(JSON.stringify(personal ?? null))));
    expect(sealed.map(({ type }) => type)).toEqual(['NdaCreated']);
  });

  it('does not keep the image of a refused signature', async () => {
    const { browser, id } = await draft();
    const refused = async (body: object, code: string) =>
      expect((await post(browser, id, body)).body.code).toBe(code);
    await refused(second(), 'party1_must_sign_first');
    await refused(first({ agreementHash: '0'.repeat(64) }), 'agreement_changed');
    expect(await images(id)).toBe(0);
    await post(browser, id, first({ signatureMode: 'remote' })).expect(200);
    await refused(second(), 'remote_only');
    await refused(first({ signatureMode: 'remote', signature: signature(3) }), 'already_signed');
    expect(await images(id)).toBe(1);
  });

  it('changes mode and payer as requested, both ways, and keeps the first signature', async () => {
    const { browser, id } = await draft();
    await post(browser, id, first()).expect(200);
    const before = await browser.get(`/api/ndas/${id}/signatures/1`).expect(200);
    const { party1SignedAt } = await read(browser, id);
    for (const [change, expected] of [
      [
        { signatureMode: 'remote', party1PaysForBoth: true },
        { signatureMode: 'remote', amountDue: 398 },
      ],
      [
        { signatureMode: 'remote', party1PaysForBoth: false },
        { signatureMode: 'remote', amountDue: 199 },
      ],
      [{ signatureMode: 'in-person' }, { signatureMode: 'in-person', amountDue: 199 }],
    ] as const) {
      const { body } = await post(browser, id, first({ ...change, signature: signature(5) })).expect(200);
      expect(body).toMatchObject({ ...expected, party1SignedAt, receipt: { revision: body.revision } });
    }
    const after = await browser.get(`/api/ndas/${id}/signatures/1`).expect(200);
    expect(after.body.equals(before.body)).toBe(true);
    expect(await images(id)).toBe(1);
    const nothingChanged = first({
      signature: signature(5),
      party1PaysForBoth: undefined,
      signatureMode: undefined,
    });
    await openIntent(browser, id);
    expect((await post(browser, id, nothingChanged).expect(409)).body.code).toBe('already_signed');
  });

  it('changes mode and payer without a second signature, but requires the first one', async () => {
    const { browser, id } = await draft();
    const unsigned = { partyNumber: '1', signatureMode: 'remote', party1PaysForBoth: true };
    expect((await post(browser, id, unsigned).expect(422)).body.code).toBe('invalid_signature');
    await post(browser, id, first()).expect(200);
    const { body } = await post(browser, id, unsigned).expect(200);
    expect(body).toMatchObject({ signatureMode: 'remote', amountDue: 398, receipt: { revision: 2 } });
    expect((await post(browser, id, { partyNumber: '2' }).expect(422)).body.code).toBe('invalid_signature');
    expect(await images(id)).toBe(1);
  });

  it('changes nothing more once something was paid; a mere request for payment does not count', async () => {
    const { browser, id } = await draft();
    await sign(browser, id, 1);
    await openIntent(browser, id);
    await post(browser, id, first({ signatureMode: 'remote', party1PaysForBoth: false })).expect(200);
    await payByCard(browser, id);
    expect((await post(browser, id, first())).body.code).toBe('mode_fixed');
    expect(await read(browser, id)).toMatchObject({
      signatureMode: 'remote',
      party1PaymentStatus: 'succeeded',
    });
  });

  it('is final once both have signed', async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    for (const body of [first({ signatureMode: 'remote' }), second({ signature: signature(3) })])
      expect((await post(browser, id, body).expect(409)).body.code).toBe('nda_final');
    expect(await images(id)).toBe(2);
  });

  it('lets one of two tabs sign as Party 1, and refuses the other', async () => {
    const { browser, id } = await draft();
    const tabs = await Promise.all(
      [6, 7].map((shift) => post(browser, id, first({ signature: signature(shift) }))),
    );
    expect(tabs.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(tabs.find(({ status }) => status === 409)?.body.code).toBe('already_signed');
    const winner = tabs.findIndex(({ status }) => status === 200);
    const shown = await browser.get(`/api/ndas/${id}/signatures/1`).expect(200);
    expect(shown.body.toString('base64')).toBe(signature([6, 7][winner]).split(',')[1]);
  });
});
