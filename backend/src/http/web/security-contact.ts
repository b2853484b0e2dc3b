/** The file in which people who found a vulnerability search for a contact (RFC 9116). */
export const SECURITY_CONTACT = '.well-known/security.txt';

/**
 * Number of months from the beginning of a month until the content of that month expires. The content is
 * renewed each month, so a copy is valid for at least ten months.
 */
const VALID_MONTHS = 11;

/** Returns the first day of the month that comes `count` months after a month `YYYY-MM`. */
const monthsAfter = (month: string, count: number): string => {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + count);
  return day.toISOString().slice(0, 'YYYY-MM-DD'.length);
};

/**
 * Returns the content of the file. The content changes each month and expires eleven months after the first
 * day of the month. So it is valid for less than a year, as the RFC advises, and for at least ten months.
 * @param email the address alone, or a name followed by the address in angle brackets
 */
export function securityContact(of: {
  readonly email: string;
  readonly origin: string;
  /** The month in Berlin, `YYYY-MM`. */
  readonly month: string;
}): string {
  const address = /<(?<address>[^>]+)>/.exec(of.email)?.groups?.['address'] ?? of.email;
  return [
    `Contact: mailto:${address}`,
    `Expires: ${monthsAfter(of.month, VALID_MONTHS)}T00:00:00Z`,
    'Preferred-Languages: de, en',
    `Canonical: ${of.origin}/${SECURITY_CONTACT}`,
    '',
  ].join('\n');
}
