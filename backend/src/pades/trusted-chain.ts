import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { setImmediate as breathe } from 'node:timers/promises';
import { BasicConstraints } from 'pkijs';
import { OID } from './oids.js';
import { extensionOf, readAsn1, readCertificate } from './read-asn1.js';

const LENGTH_MAX = 8;
/** Maximum number of certificates on a path to a root, not counting the root. */
export const WAY_CERTIFICATES_MAX = LENGTH_MAX + 1;

/** The authorities that come with Node (Mozilla's list). */
let known: readonly X509Certificate[] | undefined;
export function systemRoots(): readonly X509Certificate[] {
  known ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return known;
}

/**
 * Returns all certificates in a PEM bundle. @throws Error if a certificate cannot be read, or the bundle
 * contains none
 */
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

/** Returns how many further authorities may be below this authority in a chain (RFC 5280, 4.2.1.9). */
function depthAllowed(authority: X509Certificate): number {
  const constraints = extensionOf(readCertificate(authority.raw), OID.basicConstraints);
  if (constraints === undefined) return LENGTH_MAX;
  const { pathLenConstraint } = new BasicConstraints({ schema: readAsn1(constraints.value) });
  return typeof pathLenConstraint === 'number' ? pathLenConstraint : LENGTH_MAX;
}

/**
 * True if `issuer` issued the certificate. Node's `checkIssued` compares names and key identifiers, and
 * checks whether the issuer may sign certificates. `verify` checks the signature. This takes milliseconds
 * with some keys, so `breathe` lets other work run before it.
 */
export async function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): Promise<boolean> {
  if (!certificate.checkIssued(issuer)) return false;
  await breathe();
  return certificate.verify(issuer.publicKey);
}

/**
 * Searches for a path from a certificate to a root. An attacker can give all certificates the same name and
 * key, so that each of them may be the issuer of any other. The search therefore verifies each pair only
 * once, and does not continue twice from the same certificate at the same height.
 */
class WaySearch {
  private readonly roots: readonly X509Certificate[];
  private readonly verified = new Map<X509Certificate, Map<X509Certificate, boolean>>();
  /**
   * Heights at which the search has already visited a certificate, by certificate. A height is the number of
   * certificates below this certificate on the path.
   */
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
 * Returns the certificates on a path from `certificate` to a root; undefined if there is no such path.
 * `certificate` comes first. The root comes last if it is `certificate` itself or one of `others`, and is
 * left out otherwise. Revocation is not checked, because the service fetches nothing while it makes a
 * document.
 * @param others certificates that may be on the path, in any order
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
