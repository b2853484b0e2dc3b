import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { signature, terms } from '../testing/samples.js';
import { arriving } from './arrivals.js';
import { answer } from './child.js';

/** People who make agreements with a running backend, in a process of their own. */

export interface JourneysWish {
  readonly port: number;
  readonly adminPassword: string;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface JourneysSeen {
  /** Milliseconds from when each journey was due until both mails were accepted, in the order of their beginnings. */
  readonly whole: number[];
  /** Milliseconds of each request, polls too. */
  readonly requests: number[];
  /** Journeys that never ended, or met an answer that none should get. */
  readonly failed: string[];
  /** Seconds from the first beginning to the last end. */
  readonly seconds: number;
  /** Seconds of CPU that this process used. */
  readonly cpu: number;
}

const POLL_MS = 500;
const SENT_WITHIN_MS = 120_000;
/** Vouchers are made this many at once, before anything is measured. */
const AT_ONCE = 8;

const agent = new Agent({ keepAlive: true });
const signatures = [signature(1), signature(2)] as const;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** One browser, or the admin's. */
class Visitor {
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

/** Codes of vouchers, one for each journey. */
async function vouchers({ port, adminPassword }: JourneysWish, count: number): Promise<string[]> {
  const admin = new Visitor(port, []);
  await admin.ask({ method: 'POST', path: '/api/admin/login', body: { password: adminPassword } }, 200);
  const codes: string[] = [];
  const make = async (): Promise<void> => {
    while (codes.length < count) {
      const { code } = await admin.ask<{ code: string }>(
        { method: 'POST', path: '/api/admin/vouchers', body: {} },
        201,
      );
      codes.push(code);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, make));
  return codes;
}

interface Seen {
  readonly delivery: { readonly status: string };
}

/** From the first form to both mails accepted: in person, paid with a voucher. */
async function journey(visitor: Visitor, number: number, voucherCode: string): Promise<void> {
  const mail = { party1Email: `eins-${number}@example.org`, party2Email: `zwei-${number}@example.org` };
  const created = { method: 'POST', path: '/api/ndas', body: { ...terms, ...mail } } as const;
  const { id } = await visitor.ask<{ id: string }>(created, 201);
  const act = (path: string, body: object): Promise<unknown> =>
    visitor.ask({ method: 'POST', path: `/api/ndas/${id}/${path}`, body }, 200);
  await act('sign', {
    partyNumber: '1',
    signature: signatures[0],
    signatureMode: 'in-person',
    party1PaysForBoth: false,
  });
  await act('sign', { partyNumber: '2', signature: signatures[1] });
  await act('apply-voucher', { voucherCode, partyNumber: '1' });
  const until = performance.now() + SENT_WITHIN_MS;
  for (;;) {
    const { delivery } = await visitor.ask<Seen>({ method: 'GET', path: `/api/ndas/${id}` }, 200);
    if (delivery.status === 'sent') return;
    if (performance.now() > until) throw new Error(`${id} was not sent`);
    await pause(POLL_MS);
  }
}

/** Journeys begin by themselves, whether or not those before are through. */
async function run(wish: JourneysWish): Promise<JourneysSeen> {
  const { port, perSecond, seconds } = wish;
  const codes = await vouchers(wish, Math.ceil(perSecond * seconds * 1.5));
  const cpu = process.cpuUsage();
  const began = performance.now();
  const [whole, requests, failed]: [number[], number[], string[]] = [[], [], []];
  let number = 0;
  await arriving(perSecond, seconds, (due) => {
    const at = number++;
    const done = journey(new Visitor(port, requests), at, codes[at] ?? '').then(
      () => {
        whole[at] = performance.now() - due;
      },
      (error: unknown) => void failed.push(String(error)),
    );
    return { done, events: 1 };
  });
  const { user, system } = process.cpuUsage(cpu);
  return {
    whole: whole.filter((ms) => ms !== undefined),
    requests,
    failed,
    seconds: (performance.now() - began) / 1000,
    cpu: (user + system) / 1e6,
  };
}

answer({
  run,
  stop: async () => agent.destroy(),
});
