import { randomBytes } from 'node:crypto';
import { DAY_MS, OWN_NDAS_MAX } from '@siegel/contracts/limits';
import type TestAgent from 'supertest/lib/agent.js';
import { WrongExpectedRevision } from '#src/eventsourcing/event-store/event-store';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { bearerTokenHash } from '#src/http/callers/bearer-token';
import { type NdaEvent, ndaStream } from '#src/nda/nda.events';
import { newLinkId } from '#src/vault/link-tokens';
import { act, invitedByLink, linkCall, newLink, stateOf, untilInvitationSent } from '../steps/link-steps.js';
import { ROUTES } from '../steps/routes.js';
import { signature } from '../steps/samples.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/**
 * Appends an invitation, as an attacker without the service's key would. The invitation's token is not
 * derived from the id of its link.
 */
async function forgedInvitation(test: TestBackend, id: string, token: string): Promise<string> {
  const { journal } = test.backend.infrastructure;
  const tokenHash = bearerTokenHash(token) ?? '';
  const { linkId } = newLink(test, id);
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const event = {
    type: 'Party2Invited',
    open: { invitation: 2, tokenHash, expiresAt, trigger: 'creator', linkId },
  } as const;
  await until(async () => {
    const { head } = await journal.load(ndaStream(id));
    const appended = journal.append<NdaEvent>(head, [event], contextAt(new Date().toISOString()));
    return appended.then(
      () => true,
      (error: unknown) => {
        // The service has appended an event of its own first. So the append is repeated.
        if (!(error instanceof WrongExpectedRevision)) throw error;
        return false;
      },
    );
  });
  return tokenHash;
}

/** Paths of the calls with which a creator reads an NDA. */
const READS = ['', '/agreement', '/signatures/1', '/signatures/2', '/pdf'] as const;

/** The backends' event store. */
interface KeptEvents {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

async function start({ env, stop }: KeptEvents) {
  const lines: string[] = [];
  const logs = { write: (line: string) => void lines.push(line) };
  const warnings = { ...env, LOG_LEVEL: 'warn' };
  const test = await startTestBackend({ env: warnings, logs });
  const { database, secrets, dataDir } = test;
  /** Another backend on the same log. */
  const other = await startTestBackend({ env: warnings, logs, on: { database, secrets, dataDir } });
  return {
    test,
    other,
    /**
     * Log lines of both backends, because either backend may lead the projection that finds a changed row.
     */
    lines,
    stop: async (): Promise<void> => {
      await other.stop();
      await test.stop();
      await stop();
    },
  };
}

/** Defines tests on one event store. Most tests change rows. Only the streams may give rights. */
export function rightsJourney(store: string, keep: () => Promise<KeptEvents>): void {
  describe(`rows and rights, on ${store}`, () => {
    let world: Awaited<ReturnType<typeof start>>;
    let test: TestBackend;
    beforeAll(async () => {
      world = await start(await keep());
      test = world.test;
    });
    afterAll(() => world.stop());

    const sql = async (text: string, ...values: unknown[]) =>
      (await test.database.pool.query(text, values)).rows;
    const listed = async (browser: TestAgent): Promise<string[]> =>
      (await browser.get('/api/ndas').expect(200)).body.items.map(({ id }: { id: string }) => id);
    const tampered = (subject: object): number =>
      world.lines.filter((line) => {
        const told = JSON.parse(line) as Record<string, unknown>;
        return (
          told['code'] === 'tampering_found' &&
          Object.entries(subject).every(([name, value]) => told[name] === value)
        );
      }).length;

    /**
     * Resolves when the agreement's row has all events of its stream. After this, no projection overwrites a
     * change that the test makes to the row.
     */
    const untilFolded = (id: string): Promise<true> =>
      until(async () => {
        const [row] = await sql('SELECT revision FROM ndas WHERE id = $1', id);
        return row?.revision === (await stateOf(test, id)).revision;
      });

    /** Makes every call of a creator, with this browser. @returns the statuses */
    async function eachCall(browser: TestAgent, id: string, tag: string): Promise<number[]> {
      const answers: number[] = [];
      for (const path of READS) answers.push((await browser.get(`/api/ndas/${id}${path}`)).status);
      answers.push((await browser.get(`/api/ndas/${id}`).set('if-none-match', tag)).status);
      for (const { method, path, body, bodyless } of ROUTES.filter((route) =>
        route.path.startsWith('/api/ndas/{id}/'),
      )) {
        const call = browser[method](path.replace('{id}', id));
        answers.push((await (bodyless === true ? call : call.send(body))).status);
      }
      return answers;
    }

    describe("a stranger's key among the keys of an agreement's row", () => {
      let victim: TestAgent;
      let stranger: TestAgent;
      let [theirs, own] = ['', ''];
      beforeAll(async () => {
        [victim, stranger] = [test.browser(), test.browser()];
        theirs = await signedByBoth(victim);
        await payByCard(victim, theirs);
        await untilSent(victim, theirs);
        own = await create(stranger, { ideaTitle: 'Eigenes' });
      });

      it.each(['the list', 'all of the list'])('opens nothing: %s of keys changed', async (what) => {
        const { headers } = await victim.get(`/api/ndas/${theirs}`).expect(200);
        const before = await sql('SELECT creator_key_hashes AS keys FROM ndas WHERE id = $1', theirs);
        await sql(
          `UPDATE ndas SET creator_key_hashes = ${what === 'the list' ? 'creator_key_hashes ||' : ''}
             (SELECT creator_key_hashes FROM ndas WHERE id = $2) WHERE id = $1`,
          theirs,
          own,
        );
        const answers = await eachCall(stranger, theirs, headers['etag'] ?? '');
        expect(answers).toEqual(answers.map(() => 404));
        expect(answers.length).toBeGreaterThan(READS.length + 10);
        expect(await listed(stranger)).toEqual([own]);
        expect(tampered({ kind: 'row', table: 'ndas', id: theirs })).toBeGreaterThan(0);
        for (const path of READS) await victim.get(`/api/ndas/${theirs}${path}`).expect(200);
        await victim
          .get(`/api/ndas/${theirs}`)
          .set('if-none-match', headers['etag'] ?? '')
          .expect(304);
        await sql(
          'UPDATE ndas SET creator_key_hashes = $2 WHERE id = $1',
          theirs,
          JSON.stringify(before[0]?.keys),
        );
      });

      it('locks nobody out if removed: only the list, read from rows, lacks the agreement', async () => {
        await sql("UPDATE ndas SET creator_key_hashes = '[]' WHERE id = $1", own);
        expect(await read(stranger, own)).toMatchObject({ id: own, ideaTitle: 'Eigenes' });
        expect(await listed(stranger)).toEqual([]);
      });
    });

    it('a changed row is rebuilt by the next act, and reported', async () => {
      const browser = test.browser();
      const id = await create(browser);
      const row = async () => (await sql('SELECT status, revision, hash FROM ndas WHERE id = $1', id))[0];
      await until(async () => (await row())?.revision === 0);
      await sql("UPDATE ndas SET status = 'sent', completed_at = now() WHERE id = $1", id);
      await sign(browser, id, 1);
      await until(async () => (await row())?.revision === 1);
      expect(await row()).toMatchObject({ status: 'party1_signed' });
      expect(tampered({ kind: 'row', table: 'ndas', id })).toBe(1);
    });

    it('a row under the id of another agreement shows nobody that agreement, and is in nobody’s list', async () => {
      const [one, two] = [test.browser(), test.browser()];
      const [first, second] = [
        await create(one, { ideaTitle: 'Erste Idee' }),
        await create(two, { ideaTitle: 'Zweite Idee' }),
      ];
      const aside = '01930000-0000-7000-8000-0000000000aa';
      for (const [from, to] of [
        [first, aside],
        [second, first],
        [aside, second],
      ])
        await sql('UPDATE ndas SET id = $2 WHERE id = $1', from, to);
      expect(await read(one, first)).toMatchObject({ ideaTitle: 'Erste Idee' });
      expect(await read(two, second)).toMatchObject({ ideaTitle: 'Zweite Idee' });
      await one.get(`/api/ndas/${second}`).expect(404);
      await two.get(`/api/ndas/${first}`).expect(404);
      expect([await listed(one), await listed(two)]).toEqual([[], []]);
    });

    it('the document and the signature images are those that the events name', async () => {
      const browser = test.browser();
      const [one, two] = [await signedByBoth(browser), await signedByBoth(browser)];
      for (const id of [one, two]) await payByCard(browser, id);
      for (const id of [one, two]) await untilSent(browser, id);
      const bytes = (path: string) => browser.get(`/api/ndas/${one}${path}`).expect(200);
      const before = [await bytes('/pdf'), await bytes('/signatures/1')].map(({ body }) => body);
      await sql(
        `UPDATE ndas SET state = other.state, sealed = other.sealed, status = 'draft'
           FROM ndas other WHERE ndas.id = $1 AND other.id = $2`,
        one,
        two,
      );
      const after = [await bytes('/pdf'), await bytes('/signatures/1')].map(({ body }) => body);
      expect(after).toEqual(before);
    });

    describe('a link', () => {
      it('opens nothing of another NDA into whose row its hash was written', async () => {
        const victim = await invitedByLink(test, { split: true });
        const attacker = await invitedByLink(test, { split: true });
        const party2 = test.browser();
        const { body: intent } = await party2
          .post(linkCall(victim.token, '/create-payment-intent'))
          .send({ partyNumber: '2', paymentMode: 'split' })
          .expect(200);
        for (const { id } of [victim, attacker]) {
          // A later event would bring the deleted row back.
          await untilInvitationSent(test, id);
          await untilFolded(id);
        }
        await sql(
          `UPDATE ndas SET token_hashes = token_hashes ||
             (SELECT token_hashes FROM ndas WHERE id = $2) WHERE id = $1`,
          victim.id,
          attacker.id,
        );
        await sql('DELETE FROM ndas WHERE id = $1', attacker.id);
        const answers = [
          await party2.get(linkCall(attacker.token)),
          await party2.get(linkCall(attacker.token, '/pdf')),
        ];
        for (const { path, body, bodyless } of ROUTES.filter((route) =>
          route.path.startsWith('/api/remote-signature/'),
        )) {
          const call = party2.post(path.replace('{token}', attacker.token));
          const { paymentIntentId } = intent;
          const sent = 'paymentIntentId' in body ? { ...body, paymentIntentId } : body;
          answers.push(await (bodyless === true ? call : call.send(sent)));
        }
        expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'invalid_link'));
        expect(tampered({ kind: 'row', table: 'ndas', id: victim.id })).toBeGreaterThan(0);
        await party2.get(linkCall(victim.token)).expect(200);
      });

      it('whose token is not derived from its id opens nothing, and is reported', async () => {
        const { id } = await invitedByLink(test);
        const forged = Buffer.alloc(32, 7).toString('base64url');
        const tokenHash = await forgedInvitation(test, id, forged);
        expect((await stateOf(test, id)).invitation?.tokenHash).toBe(tokenHash);
        const party2 = test.browser();
        await party2.get(linkCall(forged)).expect(404);
        await party2
          .post(linkCall(forged, '/sign'))
          .send({ signature: signature(2) })
          .expect(404);
        expect((await stateOf(test, id)).party2).toBeUndefined();
        expect(tampered({ kind: 'invitation_token', ndaId: id })).toBe(1);
      });
    });

    it('an access that one backend gives or ends is given or ended on the other one at once', async () => {
      const first = test.browser();
      const id = await create(first);
      const secret = randomBytes(32).toString('base64url');
      const cookie = `device=${secret}`;
      const elsewhere = (call: string) => world.other.browser().get(call).set('cookie', cookie);
      await elsewhere(`/api/ndas/${id}`).expect(404);
      const creatorKeyHash = test.backend.infrastructure.keyedHash.of('capability', secret);
      await act(test, id, { type: 'RequestContinueLink', linkId: newLinkId() });
      await act(test, id, { type: 'GrantCreatorAccess', creatorKeyHash, link: 1 });
      const { headers } = await elsewhere(`/api/ndas/${id}`).expect(200);
      await first.post(`/api/ndas/${id}/end-other-access`).expect(200);
      await elsewhere(`/api/ndas/${id}`).expect(404);
      await elsewhere(`/api/ndas/${id}`)
        .set('if-none-match', headers['etag'] ?? '')
        .expect(404);
    });

    it('a list of maximal length leaves out the agreements whose streams cannot be read, and logs them', async () => {
      const browser = test.browser();
      const made: string[] = [];
      for (let n = 0; n < OWN_NDAS_MAX; n += 1) made.unshift(await create(browser));
      const damaged = made[7] ?? '';
      const { store: log } = test.backend.infrastructure;
      const readStream = log.readStream.bind(log);
      const broken = jest
        .spyOn(log, 'readStream')
        .mockImplementation((stream, options) =>
          stream === ndaStream(damaged)
            ? Promise.reject(new Error('a damaged page'))
            : readStream(stream, options),
        );
      expect(await listed(browser)).toEqual(made.filter((id) => id !== damaged));
      expect(
        world.lines.filter((line) => line.includes(damaged) && line.includes('a list omits this NDA')),
      ).toHaveLength(1);
      broken.mockRestore();
      const ends = jest.spyOn(log, 'ends');
      expect(await listed(browser)).toEqual(made);
      expect(ends.mock.calls).toEqual([[made.map(ndaStream)]]);
      ends.mockRestore();
    });
  });
}
