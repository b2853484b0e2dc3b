/**
 * Tells the operator how to write characters that would otherwise end the user name or the password too
 * early.
 */
export const ESCAPES =
  'In user name and password, write / as %2F, # as %23, @ as %40, ? as %3F and % as %25.';

/**
 * Schemes whose client ends the user name at the first `:`, and the password at the first `@`. All other
 * clients end the password at the last `@`.
 */
const FIRST_SIGN_ENDS = /^(esdb|kurrentdb|kdb)(\+discover)?:$/;
/** In addresses of these schemes a backslash counts as a slash, and a path may contain an `@`. */
const WEB = ['http:', 'https:'];

interface Parts {
  /** With a colon at the end. */
  readonly scheme: string;
  /** User name and password as written; undefined if the address has neither. */
  readonly login: string | undefined;
  /** Hosts and ports. Only the address of a cluster names more than one host. */
  readonly hosts: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

function partsOf(address: string): Parts | undefined {
  const [, scheme, after] = /^([a-z][a-z0-9+.-]*:)\/\/(.*)$/is.exec(address) ?? [];
  if (scheme === undefined || after === undefined) return undefined;
  const known = scheme.toLowerCase();
  const end = after.search(WEB.includes(known) ? /[/?#\\]/ : /[/?#]/);
  const authority = end < 0 ? after : after.slice(0, end);
  const at = authority.lastIndexOf('@');
  return {
    scheme: known,
    login: at < 0 ? undefined : authority.slice(0, at),
    hosts: authority.slice(at + 1),
    rest: end < 0 ? '' : after.slice(end),
  };
}

/**
 * Returns the hosts and ports of an address, without user name and password. If `addressProblem` refuses the
 * address, returns an empty text, because the apparent host may be a part of the password.
 */
export function hostsOf(address: string): string {
  const parts = partsOf(address);
  return parts === undefined || addressProblem(address, [parts.scheme]) !== undefined ? '' : parts.hosts;
}

/**
 * Returns why an address cannot be used, and what to do. Returns undefined if it can be used. The result
 * never repeats any part of the address, because an address can contain a password. The packages that open
 * connections parse addresses differently, and some of them accept a password that was cut off. An address is
 * therefore only accepted if there is only one way to read it (rule:addresses-read-one-way).
 * @param schemes the accepted schemes, each with a colon at its end
 */
export function addressProblem(address: string, schemes: readonly string[]): string | undefined {
  const parts = partsOf(address);
  if (parts === undefined || !schemes.includes(parts.scheme))
    return `expected an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`;
  if (/[\s\p{Cc}]/u.test(address))
    return 'the address contains a blank or a line break. Write a blank as %20, and the address in one line.';
  if (/%(?![0-9a-f]{2})/i.test(address))
    return `the address contains a % that two hexadecimal digits do not follow. It probably belongs to the password. ${ESCAPES}`;
  return loginProblem(parts) ?? hostProblem(address, parts);
}

function loginProblem({ scheme, login, hosts, rest }: Parts): string | undefined {
  // The text that looks like the hosts may be the beginning of a login whose end is the `@` in `rest`.
  const mayBeLogin = login !== undefined || hosts.includes(':') || !WEB.includes(scheme);
  if (rest.includes('@') && mayBeLogin)
    return `the address contains an @ behind its host. Probably a character of the password ended the host too early. ${ESCAPES}`;
  if (login === undefined) return undefined;
  if (!canDecode(login))
    return `user name or password contains an escape that is not UTF-8. Probably a % belongs to the password. ${ESCAPES}`;
  if (FIRST_SIGN_ENDS.test(scheme) && /^[^:]*:.*[:@]/s.test(login))
    return `the password contains : or @, which would end it too early. Write : as %3A. ${ESCAPES}`;
  return undefined;
}

function hostProblem(address: string, { scheme, login, hosts }: Parts): string | undefined {
  if (FIRST_SIGN_ENDS.test(scheme))
    return hosts === '' ? 'expected a host behind the scheme, as in esdb://127.0.0.1:2113.' : undefined;
  if (URL.canParse(address)) return undefined;
  const advice = login === undefined ? '' : ` ${ESCAPES}`;
  return `the host or port of the address cannot be read. Check both.${advice}`;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
