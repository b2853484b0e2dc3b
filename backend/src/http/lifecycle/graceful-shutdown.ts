import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds for requests in progress to finish. Nearly every handler responds within five seconds. The
 * other three seconds are for clients that read slowly. A request that has no response by then gets a 503,
 * and its outcome is unknown.
 */
const CLOSE_MS = 8000;
/** Milliseconds for sending the 503 responses before connections are cut. */
const LAST_WORD_MS = 500;
/**
 * Browsers open spare connections without sending a request. A connection counts as spare if it is at least
 * this many milliseconds old and has not received a byte.
 */
const SILENT_MS = 500;

/** If an event-loop turn takes fewer milliseconds than this, the event loop had almost nothing to do. */
const QUIET_MS = 0.05;
/**
 * Largest number of event-loop turns that `untilNoNewConnection` waits for a turn without a new connection.
 * Every second has some turns without a new connection, no matter how many clients connect.
 */
const TURNS = 20_000;

/** A proxy that forwards aborted requests to another backend sends this header. */
const FORWARDED_HEADER = 'siegel-elsewhere';

/** Ends serving in this order: no longer ready, no longer listening, no requests in progress. */
export class GracefulShutdown {
  private begun = false;
  private readonly cutController = new AbortController();
  /** The time at which each open connection was made. */
  private readonly sockets = new Map<Socket, number>();
  /** Number of connections that were ever made. */
  private connected = 0;

  /**
   * Must be constructed before the routes are registered.
   * @param closeMs milliseconds after which a client that does not read its response is cut off
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
      // The proxy then treats this backend as unavailable. So it sends no request at the moment when this
      // backend stops listening.
      reply.hijack();
      request.raw.socket.destroy();
    });
    fastify.addHook('onSend', (_request, reply, _payload, done) => {
      // A kept-alive connection would keep the server open until the connection has been idle for a long
      // time.
      if (this.begun) reply.header('connection', 'close');
      done();
    });
  }

  /** Aborts when the requests that are still waiting must get a 503. */
  get cutting(): AbortSignal {
    return this.cutController.signal;
  }

  /** A readiness check. It rejects as soon as no further requests should arrive. */
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
   * Resolves right after an event-loop turn without a new connection. Connections that are made between this
   * turn and the end of listening are cut by the operating system, and their requests are never read. The
   * proxy cannot know that a request was never read, so it must not forward the request to another backend.
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
