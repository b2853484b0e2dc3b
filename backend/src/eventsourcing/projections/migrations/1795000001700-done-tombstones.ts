import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Makes it possible to find open obligations after a deletion without reading all old tombstones. An existing
 * tombstone counts as done until its projection has been rebuilt. The projection's version was raised for
 * that purpose.
 */
export class DoneTombstones1795000001700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projection_tombstones ADD COLUMN done boolean NOT NULL DEFAULT true');
    await runner.query('ALTER TABLE projection_tombstones ALTER COLUMN done SET DEFAULT false');
    await runner.query(
      'CREATE INDEX projection_tombstones_not_done ON projection_tombstones (projection, id) WHERE NOT done',
    );
  }
}
