import type { EventStore } from '../../event-store.js';
import { createEventStoreDbEventStore, type EventStoreDbOptions } from '../eventstoredb-event-store.js';
import { ProtocolServer, type ProtocolServerOptions } from './protocol-server.js';

/** Servers and stores of one test, all of which end with it. */
export class OpenStores {
  private readonly stores: EventStore[] = [];
  private readonly servers: ProtocolServer[] = [];

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

  async close(): Promise<void> {
    await Promise.all(this.stores.splice(0).map((store) => store.close()));
    await Promise.all(this.servers.splice(0).map((server) => server.stop()));
  }
}
