/** The file in which finders of a vulnerability look for a contact (RFC 9116). */
export const SECURITY_CONTACT = '.well-known/security.txt';

/**
 * The content of the file. It is renewed each year and expires at the end of the year: never after more than
 * a year, as the RFC advises.
 * @param email address alone, or with a name before it
 */
export function securityContact(of: {
  readonly email: string;
  readonly origin: string;
  readonly year: number;
}): string {
  const address = /<(?<address>[^>]+)>/.exec(of.email)?.groups?.['address'] ?? of.email;
  return [
    `Contact: mailto:${address}`,
    // The year ends in Berlin first.
    `Expires: ${of.year + 1}-01-01T00:00:00Z`,
    'Preferred-Languages: de, en',
    `Canonical: ${of.origin}/${SECURITY_CONTACT}`,
    '',
  ].join('\n');
}
