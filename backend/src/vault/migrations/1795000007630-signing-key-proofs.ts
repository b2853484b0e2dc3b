import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Adds the proof that the service itself wrote the row of a signing key. Older rows have no proof. */
export class SigningKeyProofs1795000007630 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "signing_keys" ADD "proof" text');
  }
}
