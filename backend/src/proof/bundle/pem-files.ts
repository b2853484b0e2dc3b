/**
 * Certificates in a bundle have the format of RFC 7468. A bundle allows only one spelling of this format
 * (docs/verification.md, 'The shapes').
 */

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
const LINE = 64;

export const pemFile = (certificates: readonly Buffer[]): Buffer =>
  Buffer.from(
    certificates
      .flatMap((der) => [BEGIN, ...linesOf(der.toString('base64')), END])
      .map((line) => `${line}\n`)
      .join(''),
    'latin1',
  );

function linesOf(base64: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += LINE) lines.push(base64.slice(at, at + LINE));
  return lines;
}

/**
 * Returns the DER of each certificate. Returns undefined if the bytes contain anything but certificates in
 * the allowed spelling.
 */
export function certificatesIn(pem: Buffer): Buffer[] | undefined {
  const found: Buffer[] = [];
  for (const part of pem.toString('latin1').split(`${BEGIN}\n`).slice(1))
    found.push(Buffer.from(part.replace(`${END}\n`, ''), 'base64'));
  return pemFile(found).equals(pem) && found.every(({ length }) => length > 0) ? found : undefined;
}
