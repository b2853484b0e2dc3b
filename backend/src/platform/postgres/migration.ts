import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One change of the tables. TypeORM records it by the name of its class.
 *
 * Migrations go forward only: an older version works with the newer tables, or the backup from right before
 * the upgrade is restored (docs/operations/upgrading.md). A way back that is never used would be code that
 * loses data.
 */
export abstract class Migration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  /** @throws Error always */
  down(): Promise<void> {
    return Promise.reject(
      new Error(`${this.constructor.name} cannot be reverted: restore a backup from before it`),
    );
  }
}
