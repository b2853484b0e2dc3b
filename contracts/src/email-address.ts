/** Characters that no mail domain has. A URL ends its host at some of them. */
const NOT_IN_HOST = /[\s/\\?#:@%[\]]/;

/** A host name as name servers know it (UTS #46): `müller.de` is `xn--mller-kva.de`. */
function asciiHost(host: string): string | undefined {
  if (NOT_IN_HOST.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * An e-mail address as mail servers accept it, with its domain in ASCII (rule:addresses-of-mail). The part
 * before the @ is not changed: only its mail server gives it a meaning. Undefined if no such domain can
 * exist.
 */
export function asciiAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const host = asciiHost(address.slice(at + 1));
  return at === -1 || host === undefined ? undefined : `${address.slice(0, at + 1)}${host}`;
}

/**
 * The mailbox of an address, in lower case, as almost every mail server treats it. Counts of mails and
 * requests to get no more mails use it: a capital letter must not turn a person into somebody else.
 */
export const mailboxOf = (address: string): string => (asciiAddress(address) ?? address).toLowerCase();

/**
 * The mailbox under which mails to an address are counted. Many mail servers deliver `name+anything` to the
 * mailbox `name`, and nobody should get round a limit that way. It does not say whether two addresses belong
 * to one person.
 */
export const countedMailboxOf = (address: string): string =>
  mailboxOf(address).replace(/\+.*(?=@[^@]*$)/, '');

/** True if every mail server treats two addresses as one, however their domains were typed. */
export const isSameAddress = (one: string, other: string): boolean =>
  (asciiAddress(one) ?? one) === (asciiAddress(other) ?? other);
