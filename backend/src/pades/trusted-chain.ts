import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { BasicConstraints, Certificate } from 'pkijs';
import { OID } from './oids.js';

const LENGTH_MAX = 8;

/** The authorities that come with Node (Mozilla's list). */
let known: readonly X509Certificate[] | undefined;
export function systemRoots(): readonly X509Certificate[] {
  known ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return known;
}

/** Returns all certificates of a PEM bundle. @throws Error if one cannot be read, or there is none */
export function rootsOf(pem: string): readonly X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new Error('no PEM certificate in it');
  return found.map((one) => new X509Certificate(one));
}

export interface Trust {
  readonly roots: readonly X509Certificate[];
  /** Time at which the chain must have been valid. */
  readonly at: Date;
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  new Date(validFrom) <= at && at <= new Date(validTo);

/** Number of further authorities that may follow below this authority (RFC 5280, 4.2.1.9). */
function depthAllowed(authority: X509Certificate): number {
  const { extensions = [] } = Certificate.fromBER(Uint8Array.from(authority.raw));
  const constraints = extensions.find((one) => one.extnID === OID.basicConstraints)?.parsedValue as unknown;
  const limit = constraints instanceof BasicConstraints ? constraints.pathLenConstraint : undefined;
  return typeof limit === 'number' ? limit : LENGTH_MAX;
}

/**
 * Node's `checkIssued` compares names and key identifiers, and checks whether the issuer may sign
 * certificates. `verify` checks the signature.
 */
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Returns the certificates that lead from `certificate` to a root. `certificate` comes first. The root comes
 * last if it was supplied; otherwise it is left out. Undefined if no chain leads to a root. Revocation is not
 * checked, because nothing is fetched while a document is made.
 * @param others supplied certificates, in any order
 */
export function pathOf(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trust: Trust,
): readonly X509Certificate[] | undefined {
  const climb = (current: X509Certificate, below: number): readonly X509Certificate[] | undefined => {
    if (below > LENGTH_MAX || !isValidAt(current, trust.at)) return undefined;
    if (trust.roots.some((root) => root.raw.equals(current.raw))) return [current];
    for (const one of others) {
      if (!one.ca || one.raw.equals(current.raw) || !isIssuedBy(current, one) || depthAllowed(one) < below)
        continue;
      const above = climb(one, below + 1);
      if (above !== undefined) return [current, ...above];
    }
    return trust.roots.some((root) => isValidAt(root, trust.at) && isIssuedBy(current, root))
      ? [current]
      : undefined;
  };
  return climb(certificate, 0);
}

/** True if a chain of valid certificates leads from `certificate` to a root. */
export const isTrusted = (
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trust: Trust,
): boolean => pathOf(certificate, others, trust) !== undefined;
