import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Place = Pick<TestDatabase, 'url'>;

export interface TestRole {
  readonly password: string;
  /** Of the database for which it was made. */
  readonly url: string;
  /** Of another one on the same server. */
  at(database: Place): string;
}

/**
 * A role that may log in, and nothing else but what a server gives to all; it goes with the run's server.
 * @param grants statements without the role's name, which ends each of them
 */
export async function createTestRole(
  database: Pick<TestDatabase, 'url' | 'pool'>,
  grants: readonly string[] = [],
): Promise<TestRole> {
  const [name, password] = [`role_${randomBytes(8).toString('hex')}`, randomBytes(8).toString('hex')];
  await database.pool.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  for (const grant of grants) await database.pool.query(`${grant} ${name}`);
  const at = ({ url }: Place): string => Object.assign(new URL(url), { username: name, password }).href;
  return { password, url: at(database), at };
}
