import { trustOn } from '../../eventsourcing/trust/testing/test-trust.js';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { MemoryEventStore } from '../../eventsourcing/journal/testing/memory-event-store.js';
import { CurrentNdas } from '../current-ndas.js';
import { bareRows } from '../testing/bare-rows.js';
import { migrations } from '../../app/database-schema.js';
import { bearerTokenHash } from '../../http/callers/bearer-token.js';
import { createJournal } from '../../eventsourcing/journal/create-journal.js';
import { contextAt } from '../../eventsourcing/journal/testing/recorded.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { RecordedTampering } from '../../platform/tampering/testing/recorded-tampering.js';
import { LinkTokens, newLinkId } from '../../vault/link-tokens.js';
import { newId } from '../../platform/crypto/ids.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { SigningLinks } from './signing-links.js';

describe('the NDA to which a link leads', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations });
  });
  afterAll(() => database.drop());

  const newToken = (): string => randomBytes(32).toString('base64url');
  const tokens = new LinkTokens(randomBytes(32));
  const tampering = new RecordedTampering();
  const store = new MemoryEventStore();
  const nobody = (): Promise<never> => Promise.reject(new Error('nothing is sealed here'));
  const trust = trustOn(store);
  const { log } = trust;
  const journal = createJournal({
    store,
    trust,
    vault: { createKey: nobody, seal: nobody, open: nobody },
    registries: [ndaEvents],
    upcasters: {},
    ids: newId,
    logger: silentLogger,
  });
  beforeEach(() => {
    tampering.all.length = 0;
  });

  /** Creates a link in the way in which an invitation creates it. */
  const newLink = (ndaId: string) => {
    const linkId = newLinkId();
    return { linkId, token: tokens.make({ purpose: 'invitation', ndaId, about: linkId }) };
  };
  const hashOf = (token: string): string => bearerTokenHash(token) ?? '';
  const invited = (token: string, linkId: string | undefined, invitation = 1): NdaEvent => ({
    type: 'Party2Invited',
    open: {
      invitation,
      tokenHash: hashOf(token),
      expiresAt: '2026-12-01T10:00:00.000Z',
      trigger: 'creator',
      ...(linkId === undefined ? {} : { linkId }),
    },
  });
  const append = async (id: string, ...events: NdaEvent[]): Promise<void> => {
    const { head } = await journal.load(ndaStream(id));
    await journal.append(head, events, contextAt('2026-11-20T10:00:00.000Z'));
  };
  const write = (id: string, ...written: string[]) =>
    database.pool.query(bareRows(['id', 'token_hashes'], 'SELECT $1::uuid, $2::jsonb'), [
      id,
      JSON.stringify(written.map(hashOf)),
    ]);
  const linksOn = (pool: Pool = database.pool): SigningLinks =>
    new SigningLinks({
      pool,
      log,
      journal,
      tokens,
      tampering,
      ndas: new CurrentNdas({ log, journal, logger: silentLogger }),
    });
  const refused = { code: 'invalid_link' };

  /** Returns a pool that runs `commit` before it answers the query for the projection's checkpoint. */
  const withCommit = (commit: () => Promise<unknown>): Pool =>
    ({
      query: async (text: string, values: unknown[]) => {
        if (text.includes('FROM checkpoints')) await commit();
        return database.pool.query(text, values);
      },
    }) as unknown as Pool;

  it('is found even if its row is written between the search of the table and the search of the log', async () => {
    const id = newId();
    const { token, linkId } = newLink(id);
    await append(id, invited(token, linkId));
    const links = linksOn(withCommit(() => write(id, token)));
    expect(await links.find(token)).toEqual({ ndaId: id, tokenHash: hashOf(token) });
    expect(tampering.all).toEqual([]);
  });

  it('is not found for a token that was never sent, or for a malformed one', async () => {
    const links = linksOn(withCommit(() => write(newId(), newToken())));
    for (const token of [newToken(), 'x', '']) await expect(links.find(token)).rejects.toMatchObject(refused);
  });

  it('is the one whose stream has the link, whatever other rows say', async () => {
    const [id, other] = [newId(), newId()];
    const [own, foreign] = [newLink(id), newLink(other)];
    await append(id, invited(own.token, own.linkId));
    await append(other, invited(foreign.token, foreign.linkId));
    await write(other, foreign.token, own.token);
    // The row of `id` is not written yet, so the table contains only the row of `other`.
    expect(await linksOn().find(own.token)).toMatchObject({ ndaId: id });
    await write(id, own.token);
    expect(await linksOn().find(own.token)).toMatchObject({ ndaId: id });
    const strangers = newToken();
    await write(newId(), strangers);
    await expect(linksOn().find(strangers)).rejects.toMatchObject(refused);
    expect(tampering.all).toContainEqual({ kind: 'row', subject: { table: 'ndas', id: other } });
  });

  it("is not found for a token that was not derived from its link's id, and the token is reported", async () => {
    const id = newId();
    const forged = newToken();
    await append(id, invited(forged, newLink(id).linkId));
    await write(id, forged);
    await expect(linksOn().find(forged)).rejects.toMatchObject(refused);
    expect(new Set(tampering.all.map(({ kind }) => kind))).toEqual(new Set(['invitation_token']));
    const anothers = newLink(newId());
    const moved = newId();
    await append(moved, invited(anothers.token, anothers.linkId));
    await write(moved, anothers.token);
    await expect(linksOn().find(anothers.token)).rejects.toMatchObject(refused);
  });

  it('is found by a token from before the first link with an id, but not by a later token without one', async () => {
    const id = newId();
    const [old, outdated] = [newToken(), newToken()];
    await append(id, invited(old, undefined));
    await write(id, old, outdated);
    const links = linksOn();
    expect(await links.find(old)).toMatchObject({ ndaId: id });
    const { token, linkId } = newLink(id);
    await append(id, invited(token, linkId, 2), invited(outdated, undefined, 3));
    expect(await links.find(old)).toMatchObject({ ndaId: id });
    await expect(links.find(outdated)).rejects.toMatchObject(refused);
  });

  it('is found by the link to a corrected address; after an erasure it is not found, and nothing is reported', async () => {
    const id = newId();
    const { token, linkId } = newLink(id);
    const corrected = { address: 2, tokenHash: hashOf(token), linkId };
    await append(id, { type: 'Party2AddressCorrected', open: corrected });
    await write(id, token);
    const links = linksOn();
    expect(await links.find(token)).toMatchObject({ ndaId: id });
    await append(id, { type: 'NdaErased', open: { reason: 'admin' } });
    await expect(links.find(token)).rejects.toMatchObject(refused);
    expect(tampering.all).toEqual([]);
  });
});
