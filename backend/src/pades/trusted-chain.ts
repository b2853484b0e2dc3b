import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { setImmediate as breathe } from 'node:timers/promises';
import { BasicConstraints } from 'pkijs';
import { OID } from './oids.js';
import { extensionOf, readAsn1, readCertificate } from './read-asn1.js';

const LENGTH_MAX = 8;
/** Maximum number of certificates on a way to a root, without the root. */
export const WAY_CERTIFICATES_MAX = LENGTH_MAX + 1;

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
  const constraints = extensionOf(readCertificate(authority.raw), OID.basicConstraints);
  if (constraints === undefined) return LENGTH_MAX;
  const { pathLenConstraint } = new BasicConstraints({ schema: readAsn1(constraints.value) });
  return typeof pathLenConstraint === 'number' ? pathLenConstraint : LENGTH_MAX;
}

/**
 * Node's `checkIssued` compares names and key identifiers, and checks whether the issuer may sign
 * certificates. `verify` checks the signature, which takes milliseconds with some keys, so other work runs
 * before it.
 */
export async function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): Promise<boolean> {
  if (!certificate.checkIssued(issuer)) return false;
  await breathe();
  return certificate.verify(issuer.publicKey);
}

/**
 * A search for a way from a certificate to a root. An attacker can give all certificates the same name and
 * key, so that each may be the issuer of each. The search therefore verifies each pair only once, and does
 * not climb twice from the same certificate at the same height.
 */
class WaySearch {
  private readonly roots: readonly X509Certificate[];
  private readonly verified = new Map<X509Certificate, Map<X509Certificate, boolean>>();
  /** For each certificate, the numbers of certificates below it from which no way led to a root. */
  private readonly inVain = new Map<X509Certificate, Set<number>>();

  constructor(
    private readonly others: readonly X509Certificate[],
    private readonly trust: Trust,
  ) {
    this.roots = trust.roots.filter((root) => isValidAt(root, trust.at));
  }

  async climb(current: X509Certificate, below: number): Promise<readonly X509Certificate[] | undefined> {
    const inVain = this.inVain.get(current) ?? new Set();
    if (below > LENGTH_MAX || inVain.has(below) || !isValidAt(current, this.trust.at)) return undefined;
    this.inVain.set(current, inVain.add(below));
    if (this.roots.some((root) => root.raw.equals(current.raw))) return [current];
    for (const one of this.others) {
      const mayIssue = one.ca && !one.raw.equals(current.raw) && (await this.isIssuedBy(current, one));
      if (!mayIssue || depthAllowed(one) < below) continue;
      const above = await this.climb(one, below + 1);
      if (above !== undefined) return [current, ...above];
    }
    for (const root of this.roots) if (await this.isIssuedBy(current, root)) return [current];
    return undefined;
  }

  private async isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): Promise<boolean> {
    const known = this.verified.get(certificate) ?? new Map<X509Certificate, boolean>();
    this.verified.set(certificate, known);
    const issued = known.get(issuer) ?? (await isIssuedBy(certificate, issuer));
    known.set(issuer, issued);
    return issued;
  }
}

/**
 * Returns the certificates that lead from `certificate` to a root. `certificate` comes first. The root comes
 * last if it was supplied; otherwise it is left out. Undefined if no chain leads to a root. Revocation is not
 * checked, because nothing is fetched while a document is made.
 * @param others supplied certificates, in any order
 */
export const pathOf = (
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trust: Trust,
): Promise<readonly X509Certificate[] | undefined> => new WaySearch(others, trust).climb(certificate, 0);

/** True if a chain of valid certificates leads from `certificate` to a root. */
export const isTrusted = async (
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trust: Trust,
): Promise<boolean> => (await pathOf(certificate, others, trust)) !== undefined;
