import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds for what is in flight: nearly every handler answers within five seconds, the rest is for slow
 * readers. Calls that may take longer are answered by then that their outcome is not known.
 */
const CLOSE_MS = 8000;
/** Milliseconds for such an answer to go out before connections are cut. */
const LAST_WORD_MS = 500;
/** Milliseconds in which a new connection brings a request, or was made in reserve, as browsers do. */
const SILENT_MS = 500;

/** Milliseconds of a turn of the event loop that had next to nothing to do. */
const QUIET_MS = 0.05;
/** Most turns to wait for one in which nobody came: some are found in any second, however many come. */
const TURNS = 20_000;

/** A proxy says with it that it sends on to another backend what this one breaks off. */
const ELSEWHERE = 'siegel-elsewhere';

/** The end of serving, in order: no longer ready, then no longer listening, then nothing in flight. */
export class GracefulShutdown {
  private begun = false;
  private readonly lastWord = new AbortController();
  /** When each open connection was made. */
  private readonly sockets = new Map<Socket, number>();
  /** How many connections were ever made. */
  private connected = 0;

  /**
   * To be made before the routes are. `closeMs`: after this time a client that does not take its answer is
   * cut off.
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
      if (!this.begun || !isForOthers(request)) {
        done();
        return;
      }
      // The proxy then holds this backend as away, and sends it nothing at the moment when it ends listening.
      reply.hijack();
      request.raw.socket.destroy();
    });
    fastify.addHook('onSend', (_request, reply, _payload, done) => {
      // A connection kept alive would keep the server open until it is idle for long.
      if (this.begun) reply.header('connection', 'close');
      done();
    });
  }

  /** Aborts when whoever still waits for an answer is to be told that there will be none. */
  get cutting(): AbortSignal {
    return this.lastWord.signal;
  }

  /** Rejects from the moment on when no further requests should come. */
  async check(): Promise<void> {
    if (this.begun) throw new Error('stopping');
  }

  /** Keeps serving for `ms`, so that load balancers notice. */
  async begin(ms: number): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Takes no more connections and resolves when what was begun is answered. */
  async close(): Promise<void> {
    this.begun = true;
    const reserves = setInterval(() => this.cutReserves(), SILENT_MS);
    let cut = setTimeout(() => {
      this.lastWord.abort();
      cut = setTimeout(() => this.app.getHttpServer().closeAllConnections(), LAST_WORD_MS);
    }, this.closeMs);
    try {
      await this.nobodyWaits();
      this.app.getHttpServer().close();
      await this.app.close();
    } finally {
      clearTimeout(cut);
      clearInterval(reserves);
    }
  }

  /**
   * Resolves right after a look at which no new connection was found. The system cuts those that come between
   * such a look and the end of listening with their requests unread, and a proxy, which cannot know that, must
   * not send them elsewhere.
   */
  private async nobodyWaits(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const [began, connected] = [performance.now(), this.connected];
      await new Promise((resolve) => setImmediate(resolve));
      if (this.connected === connected && performance.now() - began < QUIET_MS) return;
    }
  }

  /** Node takes a connection on which nothing has come yet for one with a request. */
  private cutReserves(): void {
    for (const [socket, since] of this.sockets) {
      if (socket.bytesRead === 0 && performance.now() - since >= SILENT_MS) socket.destroy();
    }
  }
}

/** Only what changes nothing may be sent twice. */
function isForOthers(request: FastifyRequest): boolean {
  const readsOnly = request.method === 'GET' || request.method === 'HEAD';
  return readsOnly && request.headers[ELSEWHERE] !== undefined;
}
