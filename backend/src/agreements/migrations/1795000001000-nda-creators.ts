import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Adds an index that finds a browser's own NDAs by its creator key. */
export class NdaCreators1795000001000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ndas_creator_key_hashes ON ndas USING gin (creator_key_hashes)');
  }
}
