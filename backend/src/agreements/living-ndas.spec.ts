import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { LIVING } from './agreement.entity.js';
import { livingNdas } from './living-ndas.js';
import { bareRows } from './testing/bare-rows.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that read erased rows on purpose (rule:erased-rows-are-closed). */
const OF_ALL: readonly string[] = [
  'finding/audited-rows.ts',
  'owed/due-invitations.ts',
  'owed/key-destructions.ts',
  'owed/obligations-in-rows.ts',
  'owed/open-payments.ts',
  'owed/paying-voucher.ts',
  'owed/requested-intents.ts',
];

describe('readers of the table of agreements', () => {
  it('find neither erased agreements nor agreements without a creation', async () => {
    const database = await createServiceDatabase();
    try {
      await database.pool.query(
        bareRows(
          ['id', 'status', 'erased_at'],
          `SELECT gen_random_uuid(), 'draft', NULL::timestamptz UNION ALL
           SELECT gen_random_uuid(), 'draft', now() UNION ALL SELECT gen_random_uuid(), 'none', NULL`,
        ),
      );
      const { rows } = await database.pool.query<{ status: string; erased_at: null }>(
        `SELECT nda.status, nda.erased_at FROM ${livingNdas()}`,
      );
      expect(rows).toEqual([{ status: 'draft', erased_at: null }]);
    } finally {
      await database.drop();
    }
  });

  it('name the table through livingNdas(), except those that need facts that outlast an erasure', () => {
    const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/\.spec\.ts$|^testing\/|^migrations\//.test(name),
    );
    const naming = files.filter((name) => /\b(?:FROM|JOIN|UPDATE|INTO) ndas\b/.test(sourceOf(name)));
    expect(naming.filter((name) => name !== 'living-ndas.ts').toSorted()).toEqual(OF_ALL);
    expect(livingNdas('ndas')).toContain(LIVING);
  });
});

const sourceOf = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
