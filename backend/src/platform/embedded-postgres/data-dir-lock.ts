import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';
import { hasCode } from '../errors/has-code.js';

/** Thrown if a backend already runs on this folder. */
export class DataDirInUse extends OperatorError {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
    /** Address of the backend that already runs; undefined if that backend does not listen yet. */
    readonly address: string | undefined,
  ) {
    super(
      `A backend already runs on ${dataDir} (process ${pid}${address === undefined ? '' : `, ${address}`}). Use that one, stop it, or set another DATA_DIR.`,
    );
  }
}

class DataDirUnusable extends OperatorError {
  constructor(dataDir: string, cause: unknown) {
    super(
      `${dataDir} cannot be used: ${(cause as Error).message}. DATA_DIR must be writable for this account.`,
      {
        cause,
      },
    );
  }
}

export interface DataDirLock {
  /** Publishes this backend's address to other processes that try to start. */
  announce(address: string): void;
  release(): Promise<void>;
}

const ABANDONED_MS = 10_000;

interface Note {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

/**
 * Makes this process the only backend that uses the folder. The folder must exist. The process that holds the
 * lock listens on a TCP port and sends its token to clients. A lock file alone would not be enough, because
 * the file would survive a `kill -9`, and the process id in it may by then belong to another program.
 * @throws DataDirInUse, DataDirUnusable
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'backend.lock');
  const token = randomUUID();
  let address: string | undefined;
  const { server, port } = await answer(() => JSON.stringify({ token, address }));
  const note = JSON.stringify({ pid: process.pid, port, token } satisfies Note);
  try {
    await take(dataDir, file, note);
  } catch (error) {
    server.close();
    throw error instanceof DataDirInUse ? error : new DataDirUnusable(dataDir, error);
  }
  return {
    announce: (where) => {
      address = where;
    },
    release: async () => {
      if ((await readFile(file, 'utf8').catch(() => '')) === note) await rm(file, { force: true });
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function take(dataDir: string, file: string, note: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(file, note, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const found = await settled(file);
    if (found === undefined) continue;
    const holder = parse(found);
    const living = holder === undefined ? undefined : await ask(holder);
    if (holder !== undefined && living !== undefined)
      throw new DataDirInUse(dataDir, holder.pid, living.address);
    if (await replaceDead(file, found, note)) return;
  }
}

/**
 * Returns the text of the lock file; undefined if the file no longer exists. If the file is empty, the
 * function waits for a moment, because another process may have created the file and be about to write to it.
 */
async function settled(file: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      // Any other error is thrown. Otherwise the caller would loop forever if it has no permission to read
      // the file.
      if (!hasCode(error, 'ENOENT')) throw error;
      return undefined;
    });
    if (text !== '') return text;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return '';
}

function parse(text: string): Note | undefined {
  try {
    const note = JSON.parse(text) as Partial<Note>;
    return typeof note.pid === 'number' && typeof note.port === 'number' && typeof note.token === 'string'
      ? (note as Note)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the lock file of a dead process with ours. If several processes try this at once, they take turns.
 * Each process checks the lock file again before it writes.
 */
async function replaceDead(file: string, dead: string, note: string): Promise<boolean> {
  const turn = `${file}.turn`;
  try {
    await mkdir(turn);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const since = await stat(turn).catch(() => undefined);
    // An old turn folder means that a process was killed during its turn.
    if (since !== undefined && Date.now() - since.mtimeMs > ABANDONED_MS)
      await rm(turn, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 25));
    return false;
  }
  try {
    if ((await readFile(file, 'utf8').catch(() => undefined)) !== dead) return false;
    await writeFile(join(turn, 'note'), note, { mode: 0o600 });
    await rename(join(turn, 'note'), file);
    return true;
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

function answer(text: () => string): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(text());
    });
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      server.unref();
      const bound = server.address();
      if (typeof bound === 'object' && bound !== null) resolve({ server, port: bound.port });
    });
  });
}

/**
 * Requests the address of the process that holds the lock. Returns undefined if that process no longer runs.
 * A process that accepts the connection but sends nothing (because it is suspended or very busy) counts as
 * alive.
 */
async function ask(note: Note): Promise<{ address: string | undefined } | undefined> {
  if (!isAlive(note.pid)) return undefined;
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port: note.port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => {
      socket.destroy();
      resolve({ address: undefined });
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.once('error', () => resolve(undefined));
    socket.once('end', () => resolve(recognised(text, note.token)));
  });
}

function recognised(text: string, token: string): { address: string | undefined } | undefined {
  try {
    const reply = JSON.parse(text) as { token?: unknown; address?: unknown };
    return reply.token === token
      ? { address: typeof reply.address === 'string' ? reply.address : undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
