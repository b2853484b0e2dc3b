import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds within which the requests in progress should finish. Nearly every handler responds within five
 * seconds, and the other three seconds are for clients that read slowly. A request that still has no response
 * after CLOSE_MS gets a 503, and its outcome is unknown.
 */
const CLOSE_MS = 8000;
/** Milliseconds between the 503 responses and the closing of all connections. */
const LAST_WORD_MS = 500;
/**
 * Minimum age, in milliseconds, of a spare connection. Browsers open spare connections and send no request on
 * them. A connection of this age that has not received a byte is treated as spare.
 */
const SILENT_MS = 500;

/** Maximum duration, in milliseconds, of an event-loop turn in which there was almost nothing to do. */
const QUIET_MS = 0.05;
/**
 * Maximum number of event-loop turns for which `untilNoNewConnection` waits. However many clients connect,
 * every second has some turns without a new connection.
 */
const TURNS = 20_000;

/** A proxy sets this request header if it forwards aborted requests to another backend. */
const FORWARDED_HEADER = 'siegel-elsewhere';

/**
 * Stops the HTTP server in three steps: the server reports that it is not ready, it stops listening, and it
 * finishes the requests in progress.
 */
export class GracefulShutdown {
  private begun = false;
  private readonly cutController = new AbortController();
  /** The time at which each open connection was made. */
  private readonly sockets = new Map<Socket, number>();
  /** Number of connections that were ever made. */
  private connected = 0;

  /**
   * Must be constructed before the routes are registered.
   * @param closeMs milliseconds after which requests that still have no response get a 503. All connections
   * are closed LAST_WORD_MS later.
   */
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly closeMs = CLOSE_MS,
  ) {
    const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
    fastify.server.on('connection', (socket: Socket) => {
      this.connected += 1;
      this.sockets.set(socket, performance.now());
      socket.once('close', () => this.sockets.delete(socket));
    });
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!this.begun || !mayBeForwarded(request)) {
        done();
        return;
      }
      // Cut the connection, so that the proxy treats this backend as unavailable. The proxy then sends no
      // request at the moment when this backend stops listening.
      reply.hijack();
      request.raw.socket.destroy();
    });
    fastify.addHook('onSend', (_request, reply, _payload, done) => {
      // Without this header, a kept-alive connection would keep the server open until the connection has been
      // idle for a long time.
      if (this.begun) reply.header('connection', 'close');
      done();
    });
  }

  /** Aborts when the requests that are still waiting must get a 503. */
  get cutting(): AbortSignal {
    return this.cutController.signal;
  }

  /**
   * A readiness check. It rejects as soon as the shutdown has begun, so that load balancers send no more
   * requests.
   */
  async check(): Promise<void> {
    if (this.begun) throw new Error('stopping');
  }

  /** Reports 'not ready' and keeps serving for `ms`, so that load balancers notice. */
  async begin(ms: number): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Accepts no more connections, and resolves when all requests in progress are answered. */
  async close(): Promise<void> {
    this.begun = true;
    const reserves = setInterval(() => this.cutReserves(), SILENT_MS);
    let cut = setTimeout(() => {
      this.cutController.abort();
      cut = setTimeout(() => this.app.getHttpServer().closeAllConnections(), LAST_WORD_MS);
    }, this.closeMs);
    try {
      await this.untilNoNewConnection();
      this.app.getHttpServer().close();
      await this.app.close();
    } finally {
      clearTimeout(cut);
      clearInterval(reserves);
    }
  }

  /**
   * Resolves immediately after an event-loop turn in which no connection was opened. The caller then stops
   * listening. If a connection is opened between this turn and the end of listening, the operating system
   * closes it and nobody reads its request. The proxy cannot know that the request was not read, so it must
   * not forward the request to another backend.
   */
  private async untilNoNewConnection(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const [began, connected] = [performance.now(), this.connected];
      await new Promise((resolve) => setImmediate(resolve));
      if (this.connected === connected && performance.now() - began < QUIET_MS) return;
    }
  }

  /**
   * Cuts spare connections of browsers. Node would wait for them, because it treats a connection that has
   * received no byte like a connection with a request.
   */
  private cutReserves(): void {
    for (const [socket, since] of this.sockets) {
      if (socket.bytesRead === 0 && performance.now() - since >= SILENT_MS) socket.destroy();
    }
  }
}

/**
 * True if the request changes nothing and its proxy forwards aborted requests. Such a request can safely be
 * sent twice.
 */
function mayBeForwarded(request: FastifyRequest): boolean {
  const readsOnly = request.method === 'GET' || request.method === 'HEAD';
  return readsOnly && request.headers[FORWARDED_HEADER] !== undefined;
}
