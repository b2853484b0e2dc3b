import { createServer, type Server as SocketServer, type Socket } from 'node:net';
import { GossipService, type IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import {
  type IServerFeaturesServer,
  ServerFeaturesService,
} from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type IStreamsServer, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type Metadata, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { Appending } from './appends.js';
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
import { Reading } from './reads.js';
import { ServerLog } from './server-log.js';

export interface ProtocolServerOptions {
  /** Shared by the nodes of a cluster; a log of its own by default. */
  readonly log?: ServerLog;
  readonly version?: string;
  readonly tls?: { readonly key: string; readonly certificate: string; readonly clientAuthority?: string };
  /** Who may use it, where it speaks TLS: the client sends no password in the clear. */
  readonly user?: { readonly name: string; readonly password: string };
  /** 1 MiB by default, as the server's own default. */
  readonly mostBytes?: number;
}

type Calling = { readonly metadata: Metadata; emit(event: 'error', error: ServiceError): unknown };

/**
 * EventStoreDB's protocol in this process, on the client's own stubs, with what can go wrong at hand. Its log
 * outlives stop and start.
 */
export class ProtocolServer {
  readonly log: ServerLog;
  readonly faults: Faults = noFaults();
  /** Events sent to readers and subscribers since it was made. */
  sentEvents = 0;
  /** Of all nodes, this one included. Alone it leads. */
  cluster: readonly ProtocolServer[] = [this];
  leader: ProtocolServer = this;
  private port = 0;
  private sockets = new Set<Socket>();
  private listener: SocketServer | undefined;
  private server: Server | undefined;

  constructor(private readonly options: ProtocolServerOptions = {}) {
    this.log = options.log ?? new ServerLog();
  }

  get endpoint(): Endpoint {
    return { host: 'localhost', port: this.port };
  }

  get running(): boolean {
    return this.listener !== undefined;
  }

  /** With `tls=false` unless it speaks TLS. */
  get url(): string {
    return `esdb://localhost:${this.port}?tls=${this.options.tls !== undefined}`;
  }

  /** On a free port the first time, on the same one ever after. */
  async start(): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
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

  /** Those who are connected find a cut connection; new ones succeed. */
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
    const mostBytes = this.options.mostBytes ?? 1024 * 1024;
    const appending = new Appending({ log, faults, cutConnections: () => this.cutConnections(), mostBytes });
    const streams: IStreamsServer = {
      read: (call) =>
        this.admit(call, () => void new Reading(call, log, () => (this.sentEvents += 1)).answer()),
      append: (call, answer) => this.admitUnary(call.metadata, answer, () => appending.unary(call, answer)),
      batchAppend: (call) =>
        this.admit(call, () => appending.batch(call, () => this.notLeading(call.metadata))),
      delete: (_call, answer) => answer(accessDenied()),
      tombstone: (_call, answer) => answer(accessDenied()),
    };
    const serverFeatures: IServerFeaturesServer = {
      getSupportedMethods: (call, answer) =>
        this.admitUnary(call.metadata, answer, () => answer(null, this.features())),
    };
    const gossips: IGossipServer = { read: (_call, answer) => answer(null, this.gossip()) };
    server.addService(StreamsService, streams);
    server.addService(ServerFeaturesService, serverFeatures);
    server.addService(GossipService, gossips);
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
    return this.faults.noLeader && requiresLeader(metadata) ? noLeader() : this.notLeading(metadata);
  }

  private notLeading(metadata: Metadata): ServiceError | undefined {
    return this.leader === this || !requiresLeader(metadata) ? undefined : notLeader(this.leader.endpoint);
  }

  private features() {
    const supported = new features.SupportedMethods();
    supported.setEventStoreServerVersion(this.options.version ?? '24.10.0');
    for (const name of ['append', 'batchappend', 'read']) {
      const method = new features.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      supported.addMethods(method);
    }
    return supported;
  }

  private gossip() {
    const info = new gossip.ClusterInfo();
    for (const node of this.cluster) {
      const member = new gossip.MemberInfo();
      const endpoint = new gossip.EndPoint();
      endpoint.setAddress(node.endpoint.host);
      endpoint.setPort(node.endpoint.port);
      const id = new shared.UUID();
      id.setString(`00000000-0000-4000-8000-${String(node.endpoint.port).padStart(12, '0')}`);
      member.setInstanceId(id);
      member.setHttpEndPoint(endpoint);
      member.setIsAlive(node.running);
      const { VNodeState } = gossip.MemberInfo;
      member.setState(this.leader === node ? VNodeState.LEADER : VNodeState.FOLLOWER);
      info.addMembers(member);
    }
    return info;
  }
}

function requiresLeader(metadata: Metadata): boolean {
  return metadata.get('requires-leader')[0] === 'true';
}
