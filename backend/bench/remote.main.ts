import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { AgreementActs, REMOTE, SIGNATURES } from './agreement-acts.js';
import { arriving } from './arrivals.js';
import { answer } from './child.js';
import { endVisits, Visitor } from './visitor.js';

/** People who sign from afar, and the mail server that takes their mails, in a process of their own: one clock. */

export interface RemoteWish {
  readonly port: number;
  /** Agreements, each with its payment, invitation and signature. */
  readonly people: number;
  readonly perSecond: number;
}

/** Milliseconds each. */
export interface RemoteSeen {
  /** From the payment's request to the provider until the mail server has said that it takes the invitation. */
  readonly invited: number[];
  readonly opening: number[];
  readonly opened: number[];
  readonly again: number[];
  readonly signing: number[];
}

const MAIL_WITHIN_MS = 60_000;
const LOOK_MS = 5;

/** When the server took the first mail to an address, and what it said. */
const taken = new Map<string, { readonly at: number; readonly link: string | undefined }>();
const received: Received[] = [];
const server = smtpServer(received, (stage) => {
  // Before it is kept, and before the answer goes out: the mail that came last is the one before this.
  if (stage === '.') queueMicrotask(note);
  return undefined;
});

/** The lines of a mail are folded, and may be packed. */
function linkIn(data: string): string | undefined {
  const plain = data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /\/sign\/([\w-]{43})/.exec(plain)?.[1];
}

function note(): void {
  const at = performance.now();
  for (const { to, data } of received.splice(0)) {
    const address = /<([^>]+)>/.exec(to[0] ?? '')?.[1] ?? '';
    if (!taken.has(address)) taken.set(address, { at, link: linkIn(data) });
  }
}

const listen = (): Promise<{ smtpPort: number }> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve({ smtpPort: (server.address() as AddressInfo).port }));
  });

async function mailTo(address: string): Promise<{ at: number; link: string }> {
  for (const until = performance.now() + MAIL_WITHIN_MS; performance.now() < until; ) {
    const mail = taken.get(address);
    if (mail?.link !== undefined) return { at: mail.at, link: mail.link };
    if (mail !== undefined) throw new Error(`the mail to ${address} has no link`);
    await pause(LOOK_MS);
  }
  throw new Error(`no mail went to ${address}`);
}

/** From the first form to the invitation: Party 1 pays for both by card. */
async function invite(port: number, number: number): Promise<{ ms: number; link: string }> {
  const party2Email = `far-${number}@example.org`;
  const mail = { party1Email: `near-${number}@example.org`, party2Email };
  const acts = await AgreementActs.create(port, [], mail);
  await acts.sign(1, REMOTE);
  const intent = await acts.openIntent();
  const began = performance.now();
  await acts.confirm(intent);
  const { at, link } = await mailTo(party2Email);
  return { ms: at - began, link };
}

/** What Party 2 does with a link, on a device that knows nothing. */
async function follow(port: number, link: string, seen: Omit<RemoteSeen, 'invited'>): Promise<void> {
  const path = `/api/remote-signature/${link}`;
  const timed = (times: number[]): Visitor => new Visitor(port, times);
  await timed(seen.opening).ask({ method: 'GET', path }, 200);
  await timed(seen.opened).ask({ method: 'POST', path: `${path}/opened`, body: {} }, 204);
  await timed(seen.again).ask({ method: 'GET', path }, 200);
  const body = { signature: SIGNATURES[1], signatureKind: 'drawn', consentLanguage: 'de' };
  await timed(seen.signing).ask({ method: 'POST', path: `${path}/sign`, body }, 200);
}

async function run({ port, people, perSecond }: RemoteWish): Promise<RemoteSeen> {
  const seen: RemoteSeen = { invited: [], opening: [], opened: [], again: [], signing: [] };
  const links: string[] = [];
  const each = async (act: (number: number) => Promise<void>): Promise<void> => {
    const failed: unknown[] = [];
    let number = 0;
    await arriving(perSecond, people / perSecond, () => ({
      done: act(number++).catch((error: unknown) => void failed.push(error)),
      events: 1,
    }));
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${number} failed, first: ${String(failed[0])}`);
  };
  await each(async (number) => {
    const { ms, link } = await invite(port, number);
    seen.invited.push(ms);
    links.push(link);
  });
  await each(async () => {
    const link = links.pop();
    if (link !== undefined) await follow(port, link, seen);
  });
  return seen;
}

answer({
  listen,
  run,
  stop: async () => {
    endVisits();
    server.close();
  },
});
