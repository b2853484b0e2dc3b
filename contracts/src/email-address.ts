/** Characters that no mail domain contains. In a URL, some of them end the host. */
const NOT_IN_HOST = /[\s/\\?#:@%[\]]/;

/**
 * Returns a host name in the ASCII form that DNS uses (UTS #46), for example `xn--mller-kva.de` for
 * `müller.de`.
 */
function asciiHost(host: string): string | undefined {
  if (NOT_IN_HOST.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * Returns an e-mail address in the form that mail servers accept, with its domain in ASCII
 * (rule:addresses-of-mail). The part before the @ is not changed, because only the recipient's mail server
 * knows its meaning. Returns undefined if the domain cannot exist.
 */
export function asciiAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const host = asciiHost(address.slice(at + 1));
  return at === -1 || host === undefined ? undefined : `${address.slice(0, at + 1)}${host}`;
}

/**
 * Returns an address's mailbox in lower case. Almost every mail server ignores case, so two addresses that
 * differ only in case count as the addresses of the same person. The mailbox is used to count mails and to
 * apply requests for no more mails.
 */
export const mailboxOf = (address: string): string => (asciiAddress(address) ?? address).toLowerCase();

/**
 * Returns the mailbox under which mails to an address are counted. Many mail servers deliver `name+anything`
 * to the mailbox `name`, so such a suffix must not evade a limit. Two addresses with the same result need not
 * belong to the same person.
 */
export const countedMailboxOf = (address: string): string =>
  mailboxOf(address).replace(/\+.*(?=@[^@]*$)/, '');

/** True if every mail server treats two addresses as the same, however their domains are spelled. */
export const isSameAddress = (one: string, other: string): boolean =>
  (asciiAddress(one) ?? one) === (asciiAddress(other) ?? other);
