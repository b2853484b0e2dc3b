import { OperatorError } from '../../../platform/errors/operator-error.js';
import { addressProblem } from '../../../platform/network/server-address.js';

const SCHEMES = ['esdb:', 'esdb+discover:'];
const KNOWN = [
  'usercertfile',
  'userkeyfile',
  'maxdiscoverattempts',
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'nodepreference',
  'tls',
  'tlsverifycert',
  'tlscafile',
  'throwonappendfailure',
  'keepaliveinterval',
  'keepalivetimeout',
];

const DEFAULT_PORT = 2113;

export interface ConnectionString {
  /** The string in the form that the client library parses. */
  readonly value: string;
  /** The string's default deadline in milliseconds; undefined if it has none. */
  readonly deadlineMs?: number;
}

/**
 * Parses a connection string that begins with `esdb://` or `esdb+discover://`. The scheme may also be
 * `kurrentdb` or `kdb` instead of `esdb`. Refuses options that the client library does not know. The library
 * itself would ignore such an option, so a misspelt option would have no effect. The library would also print
 * a warning that contains the connection string with its password.
 * @throws Error that says what to change and never repeats the string
 */
export function parseConnectionString(text: string): ConnectionString {
  const value = text.trim().replace(/^(?:kurrentdb|kdb)(\+discover)?:\/\//, 'esdb$1://');
  if (!/^esdb(\+discover)?:\/\/[^/?]/.test(value)) {
    throw new OperatorError(
      'EVENT_STORE_URL must look like esdb://user:password@host:2113?tls=true. For a cluster that is found by its DNS name, it must begin with esdb+discover://',
    );
  }
  const problem = addressProblem(value, SCHEMES);
  if (problem !== undefined) throw new OperatorError(`EVENT_STORE_URL: ${problem}`);
  const options = optionsOf(value);
  for (const name of options.keys()) {
    if (!KNOWN.includes(name))
      throw new OperatorError(
        `EVENT_STORE_URL has an option that the EventStoreDB client does not know: ${name}`,
      );
  }
  if (options.get('tlsverifycert') === 'false') {
    throw new OperatorError(
      'EVENT_STORE_URL: tlsVerifyCert=false is not supported. Set tlsCAFile to the certificate file of the certificate authority instead',
    );
  }
  const deadline = Number(options.get('defaultdeadline'));
  return { value, ...(deadline > 0 && { deadlineMs: deadline }) };
}

/**
 * The servers that a connection string names, and the file with the certificate of their certificate
 * authority.
 */
export interface SecuredServers {
  readonly servers: readonly { readonly host: string; readonly port: number }[];
  readonly authorityFile?: string;
}

/**
 * Returns the servers and the authority's certificate file, or undefined if the connection string turns TLS
 * off. @throws OperatorError
 */
export function securedServers(text: string): SecuredServers | undefined {
  const { value } = parseConnectionString(text);
  const options = optionsOf(value);
  if (options.get('tls') === 'false') return undefined;
  const [hosts = ''] = value.slice(value.indexOf('://') + 3).split(/[/?]/);
  const servers = hosts
    .slice(hosts.lastIndexOf('@') + 1)
    .split(',')
    .map((one) => new URL(`tls://${one}`))
    .map(({ hostname: host, port }) => ({ host, port: port === '' ? DEFAULT_PORT : Number(port) }));
  const authorityFile = options.get('tlscafile');
  return { servers, ...(authorityFile !== undefined && { authorityFile }) };
}

const optionsOf = (value: string): ReadonlyMap<string, string> =>
  new Map((value.split('?')[1] ?? '').split('&').filter(Boolean).map(asOption));

function asOption(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=');
  return [name.trim().toLowerCase().replace(/[_-]/g, ''), value];
}
