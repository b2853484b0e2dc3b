import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@siegel/contracts/limits';
import { securedServers } from '../../app/open-event-store.js';
import { type Check, fault, notConfigured, notTried, ok, type CheckResult, warning } from './check.js';
import { answerMs, type Context } from './context.js';
import { shownCertificate } from './shown-certificate.js';

/** A certificate should be renewed this many days before it expires. */
const RENEWED_BY = 30;
const RENEW =
  "Renew it: see 'The certificates of EventStoreDB' in docs/operations/secrets.md. A node uses a new certificate after its next start.";
const REACH = 'Check that the event store named in EVENT_STORE_URL is running.';

/**
 * The expiry date of a certificate. `name` is the server or the authority to which the certificate belongs.
 */
export interface Dated {
  readonly name: string;
  readonly validTo: Date;
}

/** The result depends only on the certificate that expires first. Pure. */
export function checkEnds(found: readonly Dated[], now: Date): CheckResult {
  const [first] = found.toSorted((a, b) => a.validTo.getTime() - b.validTo.getTime());
  if (first === undefined) return notTried('No server in EVENT_STORE_URL answers over TLS.');
  const days = Math.floor((first.validTo.getTime() - now.getTime()) / DAY_MS);
  const until = first.validTo.toISOString().slice(0, 10);
  if (days < 0) return fault(`The certificate of ${first.name} expired on ${until}.`, RENEW);
  const says = `The certificate of ${first.name} expires on ${until}, in ${days} days`;
  return days < RENEWED_BY
    ? warning(`${says}. It should have been renewed ${RENEWED_BY} days before that.`, RENEW)
    : ok(`${says}. No other certificate of the event store ends before.`);
}

/** Returns one entry for each authority's certificate in a PEM file. */
async function authoritiesIn(file: string): Promise<readonly Dated[]> {
  const pem = await readFile(file, 'latin1');
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((one) => ({
    name: 'the authority in tlsCAFile',
    validTo: new Date(new X509Certificate(one).validTo),
  }));
}

async function checkStoreCertificates(context: Context, signal: AbortSignal): Promise<CheckResult> {
  const { eventStoreUrl } = context.config;
  if (eventStoreUrl === undefined) return notConfigured('The events are in PostgreSQL.');
  const secured = await securedServers(eventStoreUrl);
  if (secured === undefined) return notConfigured('EVENT_STORE_URL does not use TLS.');
  const { servers, authorityFile } = secured;
  const shown = await Promise.all(
    servers.map(async (server) => {
      const certificate = await shownCertificate(server, answerMs(context), signal);
      return certificate === undefined
        ? []
        : [{ name: `${server.host}:${server.port}`, validTo: certificate.validTo }];
    }),
  );
  const authorities = authorityFile === undefined ? [] : await authoritiesIn(authorityFile);
  const nodes = shown.flat();
  return checkEnds(nodes.length === 0 ? [] : [...nodes, ...authorities], context.clock.now());
}

/**
 * Checks how long the certificates of the event store's servers, and those of the authorities in `tlsCAFile`,
 * remain valid.
 */
export const storeCertificateCheck = (context: Context): Check => ({
  name: 'event store certificate',
  todo: REACH,
  run: (signal) => checkStoreCertificates(context, signal),
});
