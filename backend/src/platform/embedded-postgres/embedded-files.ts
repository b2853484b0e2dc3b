import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nativeBinaries } from './native-binaries.js';
import { type Cluster, giveTo, initCluster } from './server-process.js';
import { type ServerUser, serverUser } from './server-user.js';
import { OperatorError } from '../errors/operator-error.js';

/** Thrown if another major version of PostgreSQL wrote DATA_DIR. */
export class WrongPostgresMajor extends OperatorError {
  constructor(dataDir: string, found: string, ours: string) {
    super(
      [
        `The data in ${dataDir} was written by PostgreSQL ${found}; this version contains PostgreSQL ${ours}, which cannot read it. Nothing was changed. To move the data:`,
        `  1. Start the previous version of this software on ${dataDir}, or any PostgreSQL ${found} on ${join(dataDir, 'postgres')}.`,
        '     The address, account and password are in postgres.json beside that folder.',
        '  2. Copy into a new DATA_DIR: siegel database:copy <url of the old database> <the new DATA_DIR>',
        '     If you must first start this version on the old database, the command says so.',
        '  3. Copy the folder secrets and the files erasures, receipt-keys, retired-keys and checkpoint, as far as they exist, from the old DATA_DIR into the new one.',
        '  4. Start this version with the new DATA_DIR. Keep the old one until you have checked that nothing is missing.',
      ].join('\n'),
    );
  }
}

/**
 * The content of the file `postgres.json`. The file is next to the cluster's folder and has the mode 0600.
 */
export interface ServerNote {
  readonly password: string;
  readonly port: number | undefined;
}

const noteFile = (dataDir: string): string => join(dataDir, 'postgres.json');
const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Bytes of free disk space that are required to create a cluster, and to start one. When a cluster is
 * created, initdb writes about 40 MB, and the write-ahead log takes the rest.
 */
const MIB = 1024 * 1024;
const ROOM_TO_CREATE = 150 * MIB;
const ROOM_TO_START = 40 * MIB;

/**
 * Returns the cluster in DATA_DIR, and creates it if there is none. If the creation is interrupted, an
 * incomplete folder `postgres.new` remains. The next start deletes it.
 * @throws WrongPostgresMajor, ServerFailed, Error with advice (no room, foreign owner)
 */
export async function preparedCluster(dataDir: string): Promise<{ cluster: Cluster; note: ServerNote }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = clusterFolder(dataDir);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined))?.trim();
  await requireRoom(dataDir, version === undefined ? ROOM_TO_CREATE : ROOM_TO_START);
  const user = version === undefined ? await serverUser() : await ownerOf(folder);
  const binaries = await nativeBinaries(user);
  if (version !== undefined && version !== binaries.major)
    throw new WrongPostgresMajor(dataDir, version, binaries.major);
  const note = (await readNote(dataDir)) ?? (await firstNote(dataDir, version));
  const cluster = { binaries, user, folder };
  if (version === undefined) await create(dataDir, cluster, note.password);
  return { cluster, note };
}

async function create(dataDir: string, cluster: Cluster, password: string): Promise<void> {
  const draft = join(dataDir, 'postgres.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(cluster.user, draft);
  try {
    await initCluster({ ...cluster, folder: draft }, password);
    await rename(draft, cluster.folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns the account that must run the server; undefined if it is our own account. If we are root, the
 * server runs under the account that owns the files. If root owns the files, `serverUser` selects the
 * account.
 */
async function ownerOf(folder: string): Promise<ServerUser | undefined> {
  const us = process.getuid?.();
  if (us === undefined) return undefined;
  const { uid, gid } = await stat(folder);
  if (us === 0) return uid === 0 ? serverUser() : { uid, gid };
  if (uid !== us)
    throw new OperatorError(
      `${folder} belongs to another account (uid ${uid}). Start the service as that account, or make the current account the owner of the folder (chown -R).`,
    );
  return undefined;
}

async function firstNote(dataDir: string, version: string | undefined): Promise<ServerNote> {
  if (version !== undefined)
    throw new OperatorError(
      `${noteFile(dataDir)} is missing. This file holds the password of the database in the same folder. Restore the file from a backup.`,
    );
  const note = { password: randomBytes(24).toString('base64url'), port: undefined };
  await writeNote(dataDir, note);
  return note;
}

async function readNote(dataDir: string): Promise<ServerNote | undefined> {
  const text = await readFile(noteFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const note = JSON.parse(text) as { password?: unknown; port?: unknown };
  if (typeof note.password !== 'string')
    throw new OperatorError(`${noteFile(dataDir)} holds no password. Restore the file from a backup.`);
  return { password: note.password, port: typeof note.port === 'number' ? note.port : undefined };
}

export async function writeNote(dataDir: string, note: ServerNote): Promise<void> {
  const draft = `${noteFile(dataDir)}.new`;
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  await rename(draft, noteFile(dataDir));
}

async function requireRoom(dataDir: string, bytes: number): Promise<void> {
  const disk = await statfs(dataDir);
  if (disk.bavail * disk.bsize < bytes) throw new OperatorError(noRoom(dataDir));
}

export function noRoom(dataDir: string): string {
  return `The disk that holds DATA_DIR (${dataDir}) is full or almost full: a start needs ${ROOM_TO_START / MIB} MiB, a new database ${ROOM_TO_CREATE / MIB} MiB. Free some space or move DATA_DIR, then start again. Nothing is lost.`;
}
