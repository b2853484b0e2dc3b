import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Place = Pick<TestDatabase, 'url'>;

export interface TestRole {
  readonly password: string;
  /** The address, for this role, of the database for which the role was created. */
  readonly url: string;
  /** Returns the address, for this role, of another database on the same server. */
  at(database: Place): string;
}

/**
 * Creates a role that can only log in, and has only the permissions that a server gives to everybody. It
 * exists as long as the run's server.
 * @param grants statements to which the role's name is appended
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
