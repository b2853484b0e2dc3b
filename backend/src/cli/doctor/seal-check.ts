import { X509Certificate } from 'node:crypto';
import { openSealIdentity, type SealIdentity } from '../../pades/seal-identity.js';
import { conditionOf, sealWarning } from '../../pades/seal-validity.js';
import { pathOf, systemRoots } from '../../pades/trusted-chain.js';
import { type Check, fault, ok, type CheckResult, warning } from './check.js';
import type { Context } from './context.js';

const RENEW = "Get a new certificate and put it into SEAL_P12: see 'The seal' in docs/operations/secrets.md.";

/**
 * Checks that the certificates in SEAL_P12 are enough for PDF readers to build the path from the seal's
 * certificate to a root.
 */
async function checkChain({ chain }: SealIdentity, now: Date): Promise<CheckResult> {
  const [own, ...others] = chain.map((der) => new X509Certificate(der));
  const last = others.at(-1) ?? own;
  if (own === undefined || last === undefined) return fault('SEAL_P12 holds no certificate.', RENEW);
  const over = others.find(({ validTo }) => new Date(validTo) < now);
  if (over !== undefined)
    return warning(`An issuer's certificate in SEAL_P12 expired on ${day(new Date(over.validTo))}.`, RENEW);
  const isWhole =
    isSelfSigned(last) || (await pathOf(own, others, { roots: systemRoots(), at: now })) !== undefined;
  return isWhole
    ? ok(`The certificate is valid until ${day(new Date(own.validTo))}.`)
    : warning(
        "SEAL_P12 does not contain every issuer's certificate: PDF readers may be unable to find the path to the certificate authority.",
        'Add the missing certificates to SEAL_P12.',
      );
}

/**
 * True for a self-signed certificate. The service and the operator make such certificates for the seal.
 * Node's `checkIssued` returns false for them, because their key usage does not permit them to sign
 * certificates.
 */
const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);

const day = (at: Date): string => at.toISOString().slice(0, 10);

export async function checkSeal(identity: SealIdentity, now: Date): Promise<CheckResult> {
  const condition = conditionOf(identity, now);
  const said = sealWarning(identity, now);
  if (said === undefined) return checkChain(identity, now);
  return condition === 'expires_soon' ? warning(said, RENEW) : fault(said, RENEW);
}

export const sealCheck = ({ secrets, clock }: Context): Check => ({
  name: 'seal certificate',
  todo: RENEW,
  run: async () => checkSeal(openSealIdentity(secrets.sealP12, secrets.sealP12Password), clock.now()),
});
