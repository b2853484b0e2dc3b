import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The admin's list pages through indexes alone. */
export class ListedNdas1795000005250 implements MigrationInterface {
  readonly name = 'ListedNdas1795000005250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ndas_listed ON ndas (created_at, id) WHERE NOT discarded');
    await runner.query(
      'CREATE INDEX ndas_listed_by_status ON ndas (status, created_at, id) WHERE NOT discarded',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ndas_listed_by_status');
    await runner.query('DROP INDEX ndas_listed');
  }
}
