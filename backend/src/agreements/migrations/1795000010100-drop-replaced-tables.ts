import type { QueryRunner } from 'typeorm';
import { forgetEnded } from '../../eventsourcing/projections/ended-projections.js';
import type { EndsOlderPrograms } from '../../platform/postgres/migrate.js';
import { Migration } from '../../platform/postgres/migration.js';

/** The tables that `ndas` replaced, and the projections of older versions that fill them. */
const TABLES = ['signing_links', 'invitations', 'obligations', 'audited_ndas'];
const PROJECTIONS = ['signing-links', 'invitations', 'obligations', 'audited-ndas'];

/**
 * Drops the tables that only older programs fill. Older programs end with this migration: they write events
 * without a MAC, which nobody believes (rule:log-is-authenticated).
 */
export class DropReplacedTables1795000010100 extends Migration implements EndsOlderPrograms {
  readonly generation = 3;

  async up(runner: QueryRunner): Promise<void> {
    // An older program that ran beside a newer one wrote the hashes of links only here. The row of such an
    // agreement is rebuilt after the start, and its links have to be found before that.
    await runner.query(
      `UPDATE ndas SET token_hashes = links.token_hashes FROM signing_links links
       WHERE links.id = ndas.id AND ndas.hash = '' AND ndas.token_hashes = '[]'`,
    );
    await runner.query(`DROP TABLE ${TABLES.join(', ')}`);
    await forgetEnded(runner, PROJECTIONS);
  }
}
