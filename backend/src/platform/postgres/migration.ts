import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One change to the tables. TypeORM records it by the name of its class.
 *
 * Migrations only go forward. An operator who returns to an older version runs that version with the newer
 * tables, or restores the backup from right before the upgrade (docs/operations/upgrading.md). Code that
 * reverts a migration would never be used, and would lose data.
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
