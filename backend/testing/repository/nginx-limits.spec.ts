import { BODY_MAX_BYTES, VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { ERRORS } from '@siegel/contracts/errors';
import { read } from './composed.js';

const FILES = {
  'the containers': ['docker/nginx/nginx.conf', 'docker/nginx/limits.conf', 'docker/nginx/proxy.conf'],
  'a host': ['docker/host/nginx.conf'],
};
const FILES_OF_ONE = 'files_of_one 256';
/**
 * Returns the text of the files, without the prefix `siegel_`. Only the names in the file for a host need
 * this prefix.
 */
const textOf = (files: readonly string[]): string => files.map(read).join('\n').replaceAll('siegel_', '');

describe.each(Object.entries(FILES))('nginx of %s', (_, files) => {
  const text = textOf(files);

  it.each(['unavailable', 'rate_limited', 'body_too_large'] as const)(
    'says %s in the words of the service, in both languages',
    (code) => {
      const variables = { unavailable: 'unavailable', rate_limited: 'crowded', body_too_large: 'too_large' };
      const { status, de, en } = ERRORS[code];
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        `map $http_accept_language $${variables[code]} { ~^en "${en}"; default "${de}"; }`,
      );
      expect(text).toContain(`return ${status} '{"type":"about:blank","status":${status},`);
      expect(text).toContain(`"code":"${code}","detail":"$${variables[code]}"`);
    },
  );

  it('accepts the bodies that the service accepts, and larger ones only for the check of a document', () => {
    const sizes = [...text.matchAll(/client_max_body_size (\w+);/g)].map(([, size]) => size);
    expect(sizes.filter((size) => size === String(VERIFY_MAX_BYTES))).toHaveLength(1);
    const others = sizes.filter((size) => size !== String(VERIFY_MAX_BYTES));
    expect(others).toContain(String(BODY_MAX_BYTES));
    expect(others.filter((size) => ![String(BODY_MAX_BYTES), '16k'].includes(String(size)))).toEqual([]);
  });

  it('gives a client little time, and hands on the host that it has checked', () => {
    for (const name of ['client_header_timeout', 'client_body_timeout'])
      expect(text).toMatch(new RegExp(`${name} 10s;`));
    expect(text).not.toMatch(/proxy_set_header Host \$http_host/);
    expect(text).toMatch(/proxy_set_header Host \$host/);
  });
});

it('has room for more connections than an unchanged machine opens from one address', () => {
  const numberOf = (name: string): number =>
    Number(new RegExp(`^\\s*${name} (\\d+);`, 'm').exec(read('docker/nginx/nginx.conf'))?.[1]);
  const connections = numberOf('worker_connections');
  // By default, Linux opens connections from the ports 32768 to 60999.
  expect(numberOf('worker_processes') * connections).toBeGreaterThan(60_999 - 32_768);
  // If nginx passes a connection on to a backend, the connection takes two file descriptors.
  expect(numberOf('worker_rlimit_nofile')).toBeGreaterThan(2 * connections);
  const host = read('docs/operations/host.md');
  expect(host).toContain(`worker_connections) .*;/\\1 ${connections};/`);
  expect(host).toContain(`worker_rlimit_nofile ${numberOf('worker_rlimit_nofile')};`);
});

it('a client reads few files at the same time where nginx itself sends them', () => {
  const locations = textOf(FILES['the containers']).split(/^ {4}location /m);
  const sending = locations.filter((location) => location.includes('try_files'));
  expect(sending).toHaveLength(2);
  for (const location of sending) expect(location).toContain(`limit_conn ${FILES_OF_ONE};`);
});

it('the limits of a client are the same in the containers and on a host', () => {
  const [inContainers, onHost] = Object.values(FILES).map((files) => {
    const found = textOf(files).matchAll(/limit_conn (\w+ \d+);/g);
    // The limit for files is left out, because only the containers have it. On a host, the backends send the
    // files, so a request for a file is limited like any call.
    const limits = [...found].map(([, limit = '']) => limit).filter((limit) => limit !== FILES_OF_ONE);
    return [...new Set(limits)].toSorted();
  });
  expect(inContainers).toHaveLength(5);
  expect(onHost).toEqual(inContainers);
});

it('the example of a proxy in front hands on the checked host', () => {
  expect(read('docs/containers.md')).not.toContain('$http_host');
});
