import type { MigrationInterface, QueryRunner } from 'typeorm';

/** That a row of a signing key was written by the service itself. Rows of before have no proof. */
export class SigningKeyProofs1795000007630 implements MigrationInterface {
  readonly name = 'SigningKeyProofs1795000007630';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "signing_keys" ADD "proof" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "signing_keys" DROP COLUMN "proof"');
  }
}
