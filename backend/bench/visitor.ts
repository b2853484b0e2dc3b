import { Agent, request as httpRequest } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** One browser, or the admin's, with how long each of its calls took in milliseconds. */
export class Visitor {
  private cookie = '';

  constructor(
    private readonly port: number,
    private readonly times: number[],
  ) {}

  /** @throws Error on any other status */
  async ask<Body>(call: Call, status: number): Promise<Body> {
    const began = performance.now();
    const { found, text } = await this.send(call);
    this.times.push(performance.now() - began);
    if (found !== status) throw new Error(`${call.method} ${call.path}: ${found} ${text.slice(0, 200)}`);
    return (text === '' ? {} : JSON.parse(text)) as Body;
  }

  private send({ method, path, body }: Call): Promise<{ found: number; text: string }> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(sent === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
    };
    return new Promise((resolve, reject) => {
      const asked = httpRequest(
        { port: this.port, host: '127.0.0.1', agent, method, path, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            this.cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? this.cookie;
            resolve({ found: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
          });
        },
      );
      asked.once('error', reject);
      asked.end(sent);
    });
  }
}

export const endVisits = (): void => agent.destroy();
