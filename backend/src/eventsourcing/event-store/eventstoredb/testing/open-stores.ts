import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../event-store.js';
import { createEventStoreDbEventStore, type EventStoreDbOptions } from '../eventstoredb-event-store.js';
import { ProtocolServer, type ProtocolServerOptions } from './protocol-server.js';

/** Opens servers, stores and files for one test. `close` removes them all. */
export class OpenStores {
  private readonly stores: EventStore[] = [];
  private readonly servers: ProtocolServer[] = [];
  private readonly folders: string[] = [];

  async server(options: ProtocolServerOptions = {}): Promise<ProtocolServer> {
    const server = new ProtocolServer(options);
    await server.start();
    this.servers.push(server);
    return server;
  }

  async open(connectionString: string, options: Partial<EventStoreDbOptions> = {}): Promise<EventStore> {
    const store = await createEventStoreDbEventStore({ connectionString, ...options });
    this.stores.push(store);
    return store;
  }

  /** Writes the text to a new file and returns the file's path. */
  async file(text: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'siegel-store-'));
    this.folders.push(folder);
    const path = join(folder, 'file');
    await writeFile(path, text);
    return path;
  }

  async close(): Promise<void> {
    await Promise.all(this.stores.splice(0).map((store) => store.close()));
    await Promise.all(this.servers.splice(0).map((server) => server.stop()));
    await Promise.all(this.folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  }
}
