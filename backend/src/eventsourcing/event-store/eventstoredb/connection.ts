import { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { CallOptions, Client, Metadata } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { parseConnectionString } from './connection-string.js';
import { explained, isConnectionLost, isServiceError, NO_NODE, unavailable } from './failures.js';
import { OperatorError } from '../../../platform/errors/operator-error.js';

type Constructor<C extends Client> = new (...parameters: never[]) => C;

/**
 * Parts of the client library that we use in addition to its public methods: the choice of the node,
 * credentials, and failure handling. The library's public methods do not return bytes unchanged, and do not
 * limit how much data is buffered for a slow reader. So we send requests through the library's generated
 * stubs.
 */
interface ClientParts {
  getGRPCClient<C extends Client>(constructor: Constructor<C>, name: string): Promise<C>;
  callArguments(
    options: { requiresLeader?: boolean; deadline?: number },
    callOptions?: CallOptions,
  ): [Metadata, CallOptions];
  handleError(client: Client, error: Error): Promise<void>;
  dispose(): Promise<void>;
}

export interface CallSettings {
  /** True if only the cluster's leader may answer. */
  readonly leader: boolean;
  /**
   * True for a call that stays open. Such a call has no deadline. Instead, the channel's keepalive watches
   * the connection.
   */
  readonly endless?: boolean;
}

export interface Started<C extends Client> {
  readonly client: C;
  readonly metadata: Metadata;
  readonly options: CallOptions;
  /**
   * Call this function with the error if the call fails. The function makes the next call look for the right
   * node again, and returns the error in the port's terms.
   */
  readonly failed: (error: unknown) => Promise<unknown>;
}

const DEADLINE_MS = 10_000;
const HANDLING_MS = 500;
const ASK_AGAIN_MS = [0, 50, 250];

/** One client and its channel. The channel is replaced after a failure and when the leader changes. */
export class Connection {
  readonly deadlineMs: number;
  private readonly client: ClientParts;
  private channel: { close(): void } | undefined;
  private closed = false;

  /** @throws Error if the string cannot be parsed, or its certificates cannot be read */
  constructor(
    connectionString: string,
    readonly logger: Logger,
    deadlineMs?: number,
  ) {
    const parsed = parseConnectionString(connectionString);
    this.deadlineMs = deadlineMs ?? parsed.deadlineMs ?? DEADLINE_MS;
    this.client = clientOf(parsed.value) as unknown as ClientParts;
  }

  /** Opens a channel for one call. @throws EventStoreUnavailable if no node is found */
  async start<C extends Client>(constructor: Constructor<C>, settings: CallSettings): Promise<Started<C>> {
    if (this.closed) throw unavailable('the event store is closed');
    const client = await this.reach(constructor);
    const [metadata, options] = this.callArguments(settings);
    const failed = async (error: unknown): Promise<unknown> => {
      await this.afterFailure(client, error);
      return explained(error);
    };
    return { client, metadata, options, failed };
  }

  /** Makes one call. @throws EventStoreUnavailable, or Error for a request that no server would accept */
  async call<C extends Client, Result>(
    constructor: Constructor<C>,
    settings: CallSettings,
    action: (client: C, metadata: Metadata, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    const { client, metadata, options, failed } = await this.start(constructor, settings);
    try {
      return await action(client, metadata, options);
    } catch (error) {
      throw await failed(error);
    }
  }

  /**
   * Makes a call that only reads. The call is repeated if the connection breaks or if another node must
   * answer it.
   */
  async ask<C extends Client, Result>(
    constructor: Constructor<C>,
    settings: CallSettings,
    action: (client: C, metadata: Metadata, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.call(constructor, settings, action);
      } catch (error) {
        const pause = ASK_AGAIN_MS[attempt];
        if (pause === undefined || this.closed || !isConnectionLost(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  /** Sends a read request and returns all its responses. */
  read(request: ReadReq): Promise<ReadResp[]> {
    return this.ask(
      StreamsClient,
      { leader: true },
      (client, metadata, options) =>
        new Promise((resolve, reject) => {
          const found: ReadResp[] = [];
          const call = client.read(request, metadata, options);
          call.on('data', (response: ReadResp) => found.push(response));
          call.on('error', reject);
          call.on('end', () => resolve(found));
        }),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client.dispose();
    this.channel?.close();
  }

  private async reach<C extends Client>(constructor: Constructor<C>): Promise<C> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable(NO_NODE)), this.deadlineMs);
    });
    try {
      const client = await Promise.race([this.client.getGRPCClient(constructor, constructor.name), late]);
      this.channel = client.getChannel();
      return client;
    } catch (error) {
      throw explained(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private callArguments({ leader, endless = false }: CallSettings): [Metadata, CallOptions] {
    return this.client.callArguments(
      { requiresLeader: leader, deadline: this.deadlineMs },
      endless ? { deadline: Number.POSITIVE_INFINITY } : undefined,
    );
  }

  /**
   * Lets the client library switch to another node after a failed call. The library may first wait for a node
   * discovery that is already running. We wait for the library at most `HANDLING_MS` milliseconds, so that
   * the caller gets its error soon. If the discovery fails, the next call gets the discovery's error.
   */
  private async afterFailure(client: Client, error: unknown): Promise<void> {
    if (!isServiceError(error) || this.closed) return;
    this.logger.debug({ code: error.code }, 'a call to EventStoreDB failed');
    const handled = this.client.handleError(client, error).catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => {
      timer = setTimeout(resolve, HANDLING_MS);
    });
    await Promise.race([handled, enough]);
    clearTimeout(timer);
  }
}

/**
 * Creates the client. An error of the client library is replaced, because it quotes the connection string
 * with its password. Only an error about an unreadable certificate keeps its message.
 */
function clientOf(connectionString: string): EventStoreDBClient {
  let reason = 'it cannot be parsed';
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    if (error instanceof Error && /certificate|userCertFile/i.test(error.message)) reason = error.message;
  }
  throw new OperatorError(`EVENT_STORE_URL is not a usable EventStoreDB connection string: ${reason}`);
}
