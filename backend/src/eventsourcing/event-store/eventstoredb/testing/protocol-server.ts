import { createServer, type Server as SocketServer, type Socket } from 'node:net';
import { GossipService, type IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import {
  type IServerFeaturesServer,
  ServerFeaturesService,
} from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { type IStreamsServer, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type Metadata, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { Appending } from './appends.js';
import { deleting, tombstoning } from './deletes.js';
import {
  accessDenied,
  type Endpoint,
  type Faults,
  noFaults,
  noLeader,
  notAuthenticated,
  notLeader,
  notReady,
} from './faults.js';
import { generationOf } from './generation.js';
import { featuresOf, gossipOf, type Member } from './membership.js';
import { Reading } from './reads.js';
import { ServerLog } from './server-log.js';

export interface ProtocolServerOptions {
  /** The nodes of a cluster share one log. By default the server has a log of its own. */
  readonly log?: ServerLog;
  /**
   * The version that the server reports. It also decides how the server behaves (generation.ts). By default
   * it is a version that we have run ourselves.
   */
  readonly version?: string;
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  readonly clockAheadMs?: number;
  readonly tls?: { readonly key: string; readonly certificate: string; readonly clientAuthority?: string };
  /**
   * The server's only account. Needs TLS, since the client sends no password unencrypted. `readsAll` is false
   * for a user without groups. By default a server lets such a user read and write streams, but lets only
   * admins read `$all`.
   */
  readonly user?: { readonly name: string; readonly password: string; readonly readsAll?: boolean };
  /** Maximum number of bytes in an append. The default is 1 MiB, as on a real server. */
  readonly mostBytes?: number;
  /** Maximum number of bytes in an event. The default is `mostBytes`. */
  readonly mostEventBytes?: number;
  /** Maximum number of bytes in a message. The default is 17 MiB, as on a real server. */
  readonly mostMessageBytes?: number;
  /** By default the server takes a free port. */
  readonly port?: number;
}

type Calling = { readonly metadata: Metadata; emit(event: 'error', error: ServiceError): unknown };

/**
 * Serves EventStoreDB's protocol in this process, with the client library's own gRPC stubs. Tests can switch
 * on faults. The log survives a stop and a new start of the server.
 */
export class ProtocolServer {
  readonly log: ServerLog;
  readonly faults: Faults = noFaults();
  /** Number of events sent to readers and subscribers so far. */
  sentEvents = 0;
  /** Number of events examined so far, for backward reads and for subscribers. */
  consideredEvents = 0;
  /** All nodes, this one included. A single node is its own leader. */
  cluster: readonly ProtocolServer[] = [this];
  /** Undefined while the nodes elect a leader. */
  leader: ProtocolServer | undefined = this;
  /** Returns the state of all nodes as this node sees it, including the state of this node. */
  members: () => readonly Member[] = () =>
    this.cluster.map((node) => ({
      endpoint: node.endpoint,
      alive: node.running,
      leads: this.leader === node,
    }));
  private port: number;
  private readonly readings = new Set<Reading>();
  private sockets = new Set<Socket>();
  private listener: SocketServer | undefined;
  private server: Server | undefined;

  constructor(private readonly options: ProtocolServerOptions = {}) {
    this.log = options.log ?? new ServerLog();
    this.port = options.port ?? 0;
  }

  /** Makes the server treat every live subscriber as too slow. */
  fallBehind(): void {
    for (const reading of this.readings) reading.fallBehind();
  }

  /** Stops sending to all current subscriptions. */
  loseSubscriptions(): void {
    for (const reading of this.readings) reading.lose();
  }

  get endpoint(): Endpoint {
    return { host: 'localhost', port: this.port };
  }

  get running(): boolean {
    return this.listener !== undefined;
  }

  /** Contains `tls=false` unless the server uses TLS. */
  get url(): string {
    return `esdb://localhost:${this.port}?tls=${this.options.tls !== undefined}`;
  }

  /** Starts on a free port the first time, and on the same port afterwards. */
  async start(): Promise<void> {
    const { mostMessageBytes = 17 * 1024 * 1024 } = this.options;
    const server = new Server({ 'grpc.max_receive_message_length': mostMessageBytes });
    this.addServices(server);
    const injector = server.createConnectionInjector(this.credentials());
    const listener = createServer((socket) => {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      injector.injectConnection(socket);
    });
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(this.port, resolve);
    });
    const address = listener.address();
    this.port = typeof address === 'object' && address !== null ? address.port : this.port;
    this.server = server;
    this.listener = listener;
  }

  /** Cuts all connections; new ones succeed. */
  cutConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const { listener } = this;
    this.listener = undefined;
    this.cutConnections();
    this.server?.forceShutdown();
    await new Promise<void>((resolve) => {
      if (listener === undefined) resolve();
      else listener.close(() => resolve());
    });
  }

  private credentials(): ServerCredentials {
    const { tls } = this.options;
    if (tls === undefined) return ServerCredentials.createInsecure();
    const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) };
    const authority = tls.clientAuthority === undefined ? null : Buffer.from(tls.clientAuthority);
    return ServerCredentials.createSsl(authority, [pair], authority !== null);
  }

  private addServices(server: Server): void {
    const { log, faults } = this;
    const { mostBytes = 1024 * 1024, mostEventBytes = mostBytes, clockAheadMs = 0 } = this.options;
    const appending = new Appending({
      log,
      faults,
      cutConnections: () => this.cutConnections(),
      mostBytes,
      mostEventBytes,
      clockAheadMs,
      led: () => this.led,
    });
    const streams: IStreamsServer = {
      read: (call) => this.admit(call, () => this.readPermitted(call)),
      append: (call, answer) => this.admitUnary(call.metadata, answer, () => appending.unary(call, answer)),
      batchAppend: (call) =>
        this.admit(call, () => appending.batch(call, () => this.notLeading(call.metadata))),
      delete: (call, answer) => this.admitUnary(call.metadata, answer, () => deleting(log, call, answer)),
      tombstone: (call, answer) =>
        this.admitUnary(call.metadata, answer, () => tombstoning(log, call, answer)),
    };
    const serverFeatures: IServerFeaturesServer = {
      getSupportedMethods: (call, answer) =>
        this.admitUnary(call.metadata, answer, () => answer(null, featuresOf(this.version))),
    };
    const gossips: IGossipServer = { read: (_call, answer) => answer(null, gossipOf(this.members())) };
    server.addService(StreamsService, streams);
    server.addService(ServerFeaturesService, serverFeatures);
    server.addService(GossipService, gossips);
  }

  private readPermitted(call: ConstructorParameters<typeof Reading>[0]): void {
    const isOfAll = call.request.getOptions()?.hasAll() === true;
    if (isOfAll && this.options.user?.readsAll === false) call.emit('error', accessDenied());
    else void this.read(call);
  }

  private async read(call: ConstructorParameters<typeof Reading>[0]): Promise<void> {
    const reading = new Reading(call, {
      log: this.log,
      generation: generationOf(this.version),
      sent: () => (this.sentEvents += 1),
      considered: (count) => (this.consideredEvents += count),
    });
    this.readings.add(reading);
    await reading.answer();
    this.readings.delete(reading);
  }

  private get led(): boolean {
    return this.members().some(({ leads }) => leads);
  }

  private get version(): string {
    return this.options.version ?? '24.10.14';
  }

  private admit(call: Calling, proceed: () => void): void {
    const refusal = this.refusalOf(call.metadata);
    if (refusal !== undefined) call.emit('error', refusal);
    else if (!this.faults.silent) proceed();
  }

  private admitUnary(metadata: Metadata, answer: (error: ServiceError) => void, proceed: () => void): void {
    const refusal = this.refusalOf(metadata);
    if (refusal !== undefined) answer(refusal);
    else if (!this.faults.silent) proceed();
  }

  private refusalOf(metadata: Metadata): ServiceError | undefined {
    const { user } = this.options;
    const given = metadata.get('authorization')[0]?.toString();
    if (
      user !== undefined &&
      given !== `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
    )
      return notAuthenticated();
    if (this.faults.accessDenied) return accessDenied();
    if (this.faults.notReady) return notReady();
    if (requiresLeader(metadata) && (this.faults.noLeader || !this.led)) return noLeader();
    return this.notLeading(metadata);
  }

  private notLeading(metadata: Metadata): ServiceError | undefined {
    const leader = this.members().find(({ leads }) => leads);
    if (!requiresLeader(metadata) || leader?.endpoint.port === this.port) return undefined;
    return leader && notLeader(leader.endpoint);
  }
}

function requiresLeader(metadata: Metadata): boolean {
  return metadata.get('requires-leader')[0] === 'true';
}
