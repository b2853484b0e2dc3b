import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between client and server, so that connections to a server that is not ours can be cut. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** Resolves with the port on localhost. */
  start(): Promise<number> {
    const server = createServer((socket) => {
      const onward = connect(this.port, this.host);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    this.server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, 'localhost', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    const { server } = this;
    if (server !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
