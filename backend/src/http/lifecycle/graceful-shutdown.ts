import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds for requests in progress. Nearly every handler answers within five seconds; the rest is for
 * slow readers. Calls that take longer get a 503 after this time, and their outcome is unknown.
 */
const CLOSE_MS = 8000;
/** Milliseconds to send such a 503 before connections are cut. */
const LAST_WORD_MS = 500;
/**
 * A connection without a request for this many milliseconds counts as one that a browser holds in reserve.
 */
const SILENT_MS = 500;

/** An event-loop turn that takes fewer milliseconds than this has next to no work. */
const QUIET_MS = 0.05;
/**
 * Most event-loop turns to wait for one without a new connection. Every second has some of these, no matter
 * how many clients connect.
 */
const TURNS = 20_000;

/** A proxy that forwards aborted requests to another backend sends this header. */
const FORWARDED_HEADER = 'siegel-elsewhere';

/** Ends serving in this order: no longer ready, no longer listening, no requests in progress. */
export class GracefulShutdown {
  private begun = false;
  private readonly cutController = new AbortController();
  /** For each open connection, the time at which it was made. */
  private readonly sockets = new Map<Socket, number>();
  /** Number of all connections so far. */
  private connected = 0;

  /**
   * Create it before the routes.
   * @param closeMs milliseconds after which a client that does not read its answer is cut off
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
      // The proxy then treats this backend as unavailable, and sends it nothing at the moment when it stops
      // listening.
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

  /** Aborts at the time when requests that still wait get a 503. */
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
   * Resolves right after an event-loop turn without a new connection. The operating system cuts connections
   * that are made after such a turn and before listening ends, without reading their requests. A proxy cannot
   * know that a request was unread, so it must not forward it.
   */
  private async untilNoNewConnection(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const [began, connected] = [performance.now(), this.connected];
      await new Promise((resolve) => setImmediate(resolve));
      if (this.connected === connected && performance.now() - began < QUIET_MS) return;
    }
  }

  /**
   * Cuts idle connections that are held in reserve, because Node treats a connection without any bytes like
   * one with a request.
   */
  private cutReserves(): void {
    for (const [socket, since] of this.sockets) {
      if (socket.bytesRead === 0 && performance.now() - since >= SILENT_MS) socket.destroy();
    }
  }
}

/** True for requests that can be sent twice because they change nothing. */
function mayBeForwarded(request: FastifyRequest): boolean {
  const readsOnly = request.method === 'GET' || request.method === 'HEAD';
  return readsOnly && request.headers[FORWARDED_HEADER] !== undefined;
}
