/** The file in which people who found a vulnerability search for a contact (RFC 9116). */
export const SECURITY_CONTACT = '.well-known/security.txt';

/**
 * Returns the content of the file. The content changes each year and expires at the end of that year. So it
 * is never valid for more than a year, as the RFC advises.
 * @param email the address alone, or with a name before it
 */
export function securityContact(of: {
  readonly email: string;
  readonly origin: string;
  readonly year: number;
}): string {
  const address = /<(?<address>[^>]+)>/.exec(of.email)?.groups?.['address'] ?? of.email;
  return [
    `Contact: mailto:${address}`,
    // The new year begins in Berlin before it begins in UTC. So the content is renewed before it expires.
    `Expires: ${of.year + 1}-01-01T00:00:00Z`,
    'Preferred-Languages: de, en',
    `Canonical: ${of.origin}/${SECURITY_CONTACT}`,
    '',
  ].join('\n');
}
