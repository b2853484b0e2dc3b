/** Where whoever found a vulnerability looks for whom to tell (RFC 9116). */
export const SECURITY_CONTACT = '.well-known/security.txt';

/**
 * The file itself. It is made anew each year, so that it holds for the rest of this one: never longer than a year, as the
 * RFC advises.
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
