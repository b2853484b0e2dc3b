import { AgreementActs } from './agreement-acts.js';
import { arriving } from './arrivals.js';
import { answer } from './child.js';
import { endVisits, Visitor } from './visitor.js';

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

/** Vouchers are made this many at once, before anything is measured. */
const AT_ONCE = 8;

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

/** From the first form to both mails accepted: in person, paid with a voucher. */
async function journey(port: number, number: number, code: string, times: number[]): Promise<void> {
  const mail = { party1Email: `eins-${number}@example.org`, party2Email: `zwei-${number}@example.org` };
  const acts = await AgreementActs.create(port, times, mail);
  await acts.sign(1);
  await acts.sign(2);
  await acts.payByVoucher(code);
  await acts.untilSent();
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
    const done = journey(port, at, codes[at] ?? '', requests).then(
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
  stop: async () => endVisits(),
});
