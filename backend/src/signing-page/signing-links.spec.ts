import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { MemoryEventStore } from '../eventsourcing/journal/testing/memory-event-store.js';
import { Projections1763700300002 } from '../eventsourcing/projections/migrations/1763700300002-projections.js';
import { bearerTokenHash } from '../http/bearer-token.js';
import { newId } from '../platform/ids.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { SigningLinks1795000000700 } from './migrations/1795000000700-signing-links.js';
import { SigningLinks } from './signing-links.js';

describe('the NDA to which a link leads', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [Projections1763700300002, SigningLinks1795000000700],
    });
  });
  afterAll(() => database.drop());

  const newToken = (): string => randomBytes(32).toString('base64url');
  const store = new MemoryEventStore();
  const journal = { decode: () => Promise.reject(new Error('nothing is to come')) as never };
  const write = (id: string, token: string) =>
    database.pool.query('INSERT INTO signing_links (id, revision, token_hashes) VALUES ($1, 3, $2)', [
      id,
      JSON.stringify([bearerTokenHash(token)]),
    ]);

  /** A pool on which this happens just before somebody asks how far the projection is. */
  const withCommit = (commit: () => Promise<unknown>): Pool =>
    ({
      query: async (text: string, values: unknown[]) => {
        if (text.includes('FROM checkpoints')) await commit();
        return database.pool.query(text, values);
      },
    }) as unknown as Pool;

  it('is found also when its row is written between the look at the table and the look at the log', async () => {
    const token = newToken();
    const id = newId();
    const links = new SigningLinks({ pool: withCommit(() => write(id, token)), store, journal });
    expect(await links.find(token)).toEqual({ ndaId: id, tokenHash: bearerTokenHash(token) });
  });

  it('is none for a token that nobody was sent, or that is none', async () => {
    const links = new SigningLinks({ pool: withCommit(() => write(newId(), newToken())), store, journal });
    for (const token of [newToken(), 'x', ''])
      await expect(links.find(token)).rejects.toMatchObject({ code: 'invalid_link' });
  });
});
