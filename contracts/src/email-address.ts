/** No address has these behind its @; a URL ends its host at some of them. */
const NOT_OF_A_HOST = /[\s/\\?#:@%[\]]/;

/** A host name as name servers know it (UTS #46): `müller.de` is `xn--mller-kva.de`. */
function asciiHost(host: string): string | undefined {
  if (NOT_OF_A_HOST.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * An address as mail servers take it: its domain in ASCII (rule:addresses-of-mail). What stands before the @ is the
 * mailbox's own and stays as it is. Undefined where there can be no such domain.
 */
export function asciiAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const host = asciiHost(address.slice(at + 1));
  return at === -1 || host === undefined ? undefined : `${address.slice(0, at + 1)}${host}`;
}

/**
 * The mailbox that an address leads to wherever capitals do not count, as with almost every mail server: whoever
 * counts mails, or is to be left alone, is not somebody else by a capital letter.
 */
export const mailboxOf = (address: string): string => (asciiAddress(address) ?? address).toLowerCase();

/**
 * As which a mailbox is counted where mails to it are: many mail servers lead `name+anything` to the mailbox `name`, and
 * nobody is to get round a count by it. Whether two addresses are one person's, this does not say.
 */
export const countedMailboxOf = (address: string): string =>
  mailboxOf(address).replace(/\+.*(?=@[^@]*$)/, '');

/** Whether two addresses are one for every mail server, however their domains were typed. */
export const isSameAddress = (one: string, other: string): boolean =>
  (asciiAddress(one) ?? one) === (asciiAddress(other) ?? other);
