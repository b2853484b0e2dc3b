import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { measurePace, slowness } from './machine-pace.js';
import { writeOpenInvitations } from './open-invitations.js';
import type { RemoteSeen, RemoteWish } from './remote.main.js';
import { atMost, type Line, only } from './report.js';
import { median, quantile } from './statistics.js';

/** Open ones that are there before anything is measured. */
const PRESENT = 10_000;
const PEOPLE = 200;
const PER_SECOND = 4;
/** On an idle machine. */
const MOST_INVITED_MS = 1000;
const MOST_REQUEST_MS = 100;

/**
 * Signing from afar, beside invitations that wait: from Party 1's payment until a mail server on loopback has taken the
 * invitation, and what Party 2's calls then take. Limits are stretched by how slow this machine
 * is now.
 */
export async function benchRemote(environment: BenchEnvironment): Promise<Line[]> {
  const { dataDir } = environment;
  const databaseUrl = await environment.emptyDatabase('remote');
  const infrastructure = await environment.infrastructure(databaseUrl);
  try {
    await writeOpenInvitations(infrastructure, PRESENT);
  } finally {
    await infrastructure.close();
  }
  const [backend, people] = [Child.start('backend.main'), Child.start('remote.main')];
  try {
    const { smtpPort } = await people.ask<{ smtpPort: number }>('listen');
    const smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
    const { port } = await backend.ask<{ port: number }>('start', { databaseUrl, dataDir, smtpUrl });
    await backend.ask('settled');
    const before = await measurePace(dataDir);
    const wish: RemoteWish = { port, people: PEOPLE, perSecond: PER_SECOND };
    const seen = await people.ask<RemoteSeen>('run', wish);
    return linesOf(seen, slowness([before, await measurePace(dataDir)]));
  } finally {
    await Promise.all([backend.stop(), people.stop()]);
  }
}

function linesOf(seen: RemoteSeen, slower: number): Line[] {
  const p95 = (name: string, times: readonly number[], most: number): Line =>
    atMost(`  ${name}, p95 of ${times.length}`, quantile(times, 0.95), most * slower, 'ms');
  return [
    only(`signing from afar, ${PRESENT} open invitations present: this machine by an idle one`, slower, '×'),
    only('  payment → invitation taken by the mail server, median', median(seen.invited), 'ms'),
    p95('the same', seen.invited, MOST_INVITED_MS),
    p95('opening a link', seen.opening, MOST_REQUEST_MS),
    p95('telling that it was used', seen.opened, MOST_REQUEST_MS),
    p95('looking again', seen.again, MOST_REQUEST_MS),
    p95('signing through a link', seen.signing, MOST_REQUEST_MS),
  ];
}
