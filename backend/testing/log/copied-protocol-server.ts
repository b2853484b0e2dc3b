import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLog } from '#src/eventsourcing/event-store/eventstoredb/testing/file-log';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';

/**
 * A server that speaks EventStoreDB's protocol. A test can copy and restore the server's log, as an operator
 * does.
 */
export interface CopiedProtocolServer {
  readonly env: Readonly<Record<string, string>>;
  /** @returns path of the copy */
  copy(): Promise<string>;
  /** Stops the server, restores a copy, and starts the server again at the same address as before. */
  restore(copy: string): Promise<void>;
  stop(): Promise<void>;
}

export async function copiedProtocolServer(): Promise<CopiedProtocolServer> {
  const folder = await mkdtemp(join(tmpdir(), 'siegel-drill-'));
  let copies = 0;
  let path = join(folder, 'log');
  let server = new ProtocolServer({ log: new FileLog(path) });
  await server.start();
  const { port } = server.endpoint;
  return {
    env: { EVENT_STORE_URL: server.url },
    copy: async () => {
      copies += 1;
      const copy = join(folder, `copy-${copies}`);
      await copyFile(path, copy);
      return copy;
    },
    restore: async (copy) => {
      await server.stop();
      path = copy;
      server = new ProtocolServer({ log: new FileLog(path), port });
      await server.start();
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
