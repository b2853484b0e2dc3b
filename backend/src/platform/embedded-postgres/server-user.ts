import { readFile } from 'node:fs/promises';
import { OperatorError } from '../errors/operator-error.js';

/**
 * The account that runs the server if we are root. PostgreSQL refuses to run as root, and needs an account
 * with a passwd entry.
 */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody', 'daemon'];

/**
 * Returns the account that must run the server; undefined if our own account can run it.
 * @throws Error if we are root and the machine has no other account
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  for (const name of CANDIDATES) {
    const found = accounts.get(name);
    if (found !== undefined && found.uid !== 0) return found;
  }
  const other = [...accounts.values()].find((account) => account.uid !== 0);
  if (other !== undefined) return other;
  throw new OperatorError(
    'The embedded PostgreSQL cannot run as root, and this machine has only the root account. Create another account and start the service with it, or set DATABASE_URL.',
  );
}

function parsePasswd(text: string): Map<string, ServerUser> {
  const accounts = new Map<string, ServerUser>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name !== undefined && uid !== undefined && gid !== undefined)
      accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}
