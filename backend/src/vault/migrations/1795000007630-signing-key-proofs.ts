import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Proof that the service itself wrote a row of a signing key. Older rows have no proof. */
export class SigningKeyProofs1795000007630 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "signing_keys" ADD "proof" text');
  }
}
