import { DAY_MS, INVITATION_DAYS } from '@siegel/contracts/limits';
import type { AddressInfo } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { invitationSent, invited } from '#src/nda/testing/samples';
import { newLinkId } from '#src/vault/link-tokens';
import { until } from '#src/platform/testing/until';
import { agreement, PAID, sha256, write, writeEach } from './agreements.js';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer, REMOTE, SIGNATURES } from './customer.js';
import { runAtRate } from './load.js';
import { atMost, type Line, only } from './report.js';
import { untilSettled } from './running.js';
import { median, quantile } from './statistics.js';

/** Number of open invitations that exist before anything is measured. */
const PRESENT = 10_000;
const PEOPLE = 200;
const PER_SECOND = 4;
/** Limit for an idle machine. */
const MOST_INVITED_MS = 1000;
const MOST_REQUEST_MS = 100;
const MAIL_WITHIN_MS = 60_000;

/**
 * Maps an address to the time at which the mail server accepted the first mail with a link, and to that link.
 */
type Taken = Map<string, { readonly at: number; readonly link: string }>;

/**
 * Measures remote signing while many invitations are open: the time from Party 1's payment until a mail
 * server on loopback has accepted the invitation, and the times of Party 2's calls. Limits are multiplied by
 * the factor by which this machine is slower at the moment.
 */
export async function benchRemote(environment: BenchEnvironment, people = PEOPLE): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('remote');
  await writeOpenInvitations(environment, databaseUrl);
  const taken: Taken = new Map();
  const received: Received[] = [];
  const server = smtpServer(received, (stage) => {
    // The server stores the mail right after this call. The microtask then reads the stored mail.
    if (stage === '.') queueMicrotask(() => note(received.splice(0), taken));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment.onTidy(async () => server.close());
  const env = { SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const { port } = await environment.backend({ databaseUrl, env });
  await untilSettled(port);
  const { result, slower } = await environment.paced(() => signFromAfar(port, people, taken));
  const p95 = (name: string, times: readonly number[], most: number): Line =>
    atMost(`  ${name}, p95 of ${times.length}`, quantile(times, 0.95), most * slower, 'ms');
  return [
    only(
      `remote signing, ${PRESENT} invitations open: this machine, times slower than an idle one`,
      slower,
      '×',
    ),
    only('  payment → invitation accepted by the mail server, median', median(result.invited), 'ms'),
    p95('the same', result.invited, MOST_INVITED_MS),
    p95('opening a link', result.opening, MOST_REQUEST_MS),
    p95('signing through a link', result.signing, MOST_REQUEST_MS),
  ];
}

function note(mails: readonly Received[], taken: Taken): void {
  const at = performance.now();
  for (const { to, data } of mails) {
    const address = /<([^>]+)>/.exec(to[0] ?? '')?.[1] ?? '';
    // In a mail, lines are folded, and `=` may be encoded.
    const link = /\/sign\/([\w-]{43})/.exec(data.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1];
    if (link !== undefined && !taken.has(address)) taken.set(address, { at, link });
  }
}

/**
 * Writes agreements that wait for Party 2 and whose invitation was accepted by a mail server. Nobody has the
 * links of these invitations.
 */
function writeOpenInvitations(environment: BenchEnvironment, databaseUrl: string): Promise<void> {
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS).toISOString();
  return environment.infrastructure((infrastructure) => {
    const one = (): Promise<number> => {
      const { id, stream, events } = agreement();
      const invitation = {
        tokenHash: sha256(id),
        linkId: newLinkId(),
        expiresAt,
        trigger: 'payment',
      } as const;
      return write(infrastructure, stream, [...events.slice(0, PAID), invited(invitation), invitationSent]);
    };
    return writeEach((n) => n < PRESENT, one);
  }, databaseUrl);
}

/** Milliseconds that each act takes. */
interface Seen {
  /** From the call to the payment provider until the mail server accepts the invitation. */
  readonly invited: number[];
  readonly opening: number[];
  readonly signing: number[];
}

async function signFromAfar(port: number, people: number, taken: Taken): Promise<Seen> {
  const seen: Seen = { invited: [], opening: [], signing: [] };
  const links: string[] = [];
  // Makes an agreement from the first form to the invitation. Party 1 pays for both by card.
  await runAtRate(PER_SECOND, people / PER_SECOND, async (_, n) => {
    const party2Email = `far-${n}@example.org`;
    const customer = new Customer(port);
    await customer.create({ party1Email: `near-${n}@example.org`, party2Email });
    await customer.sign(1, REMOTE);
    const intent = await customer.openIntent();
    const began = performance.now();
    await customer.confirm(intent);
    const { at, link } = await until(() => taken.get(party2Email), MAIL_WITHIN_MS);
    seen.invited.push(at - began);
    links.push(link);
  });
  // Party 2 opens the link and signs, in a browser without cookies.
  await runAtRate(PER_SECOND, links.length / PER_SECOND, async () => {
    const link = links.pop();
    if (link === undefined) return;
    const path = `/api/remote-signature/${link}`;
    await new Customer(port, seen.opening).ask({ method: 'GET', path });
    await new Customer(port).ask({ method: 'POST', path: `${path}/opened`, body: {} }, 204);
    const body = { signature: SIGNATURES[1], signatureKind: 'drawn', consentLanguage: 'de' };
    await new Customer(port, seen.signing).ask({ method: 'POST', path: `${path}/sign`, body });
  });
  return seen;
}
