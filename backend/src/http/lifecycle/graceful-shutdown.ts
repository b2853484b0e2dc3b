import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds for requests in progress: nearly every handler answers within five seconds, the rest is for
 * slow readers. Longer calls get a 503 by then: their outcome is unknown.
 */
const CLOSE_MS = 8000;
/** Milliseconds for such a 503 to be sent before connections are cut. */
const LAST_WORD_MS = 500;
/** Milliseconds without a request after which a connection counts as a reserve of a browser. */
const SILENT_MS = 500;

/** Milliseconds of an event-loop turn with next to no work. */
const QUIET_MS = 0.05;
/**
 * Most turns to wait for one without a new connection: every second has some, however many clients connect.
 */
const TURNS = 20_000;

/** Sent by a proxy that forwards an aborted request to another backend. */
const FORWARDED_HEADER = 'siegel-elsewhere';

/** The end of serving, in order: no longer ready, then no longer listening, then no requests in progress. */
export class GracefulShutdown {
  private begun = false;
  private readonly cutController = new AbortController();
  /** Time at which each open connection was made. */
  private readonly sockets = new Map<Socket, number>();
  /** Number of all connections so far. */
  private connected = 0;

  /**
   * Create it before the routes. `closeMs`: after this time a client that does not read its answer is cut
   * off.
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
      // The proxy then treats this backend as away, and sends it nothing at the moment when it stops
      // listening.
      reply.hijack();
      request.raw.socket.destroy();
    });
    fastify.addHook('onSend', (_request, reply, _payload, done) => {
      // A kept-alive connection would keep the server open until it has been idle for long.
      if (this.begun) reply.header('connection', 'close');
      done();
    });
  }

  /** Aborts when requests that still wait are answered with a 503. */
  get cutting(): AbortSignal {
    return this.cutController.signal;
  }

  /** A readiness check that rejects from the moment on when no further requests should come. */
  async check(): Promise<void> {
    if (this.begun) throw new Error('stopping');
  }

  /** Keeps serving for `ms`, so that load balancers notice. */
  async begin(ms: number): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Accepts no more connections and resolves when all started requests are answered. */
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
   * Resolves right after an event-loop turn without a new connection. The system cuts connections made
   * between such a turn and the end of listening, with their requests unread. A proxy cannot know that they
   * were unread, so it must not forward them.
   */
  private async untilNoNewConnection(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const [began, connected] = [performance.now(), this.connected];
      await new Promise((resolve) => setImmediate(resolve));
      if (this.connected === connected && performance.now() - began < QUIET_MS) return;
    }
  }

  /** Cuts idle reserves: Node treats a connection without any bytes like one with a request. */
  private cutReserves(): void {
    for (const [socket, since] of this.sockets) {
      if (socket.bytesRead === 0 && performance.now() - since >= SILENT_MS) socket.destroy();
    }
  }
}

/** True for requests that may be sent twice, since they change nothing. */
function mayBeForwarded(request: FastifyRequest): boolean {
  const readsOnly = request.method === 'GET' || request.method === 'HEAD';
  return readsOnly && request.headers[FORWARDED_HEADER] !== undefined;
}
