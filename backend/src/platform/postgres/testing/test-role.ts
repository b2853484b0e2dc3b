import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Place = Pick<TestDatabase, 'url'>;

export interface TestRole {
  readonly password: string;
  /** The address of the database for which the role was created, with the role's name and password. */
  readonly url: string;
  /** Returns the address of another database on the same server, with the role's name and password. */
  at(database: Place): string;
}

/**
 * Creates a role that can log in. Apart from the given grants, it has only the permissions that PostgreSQL
 * gives to every role. The role exists until the server of this test run is removed.
 * @param grants GRANT statements without the role's name at the end; the function appends it
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
