import { join } from 'node:path';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { parseConfig } from '#src/platform/config/config';
import { isListed, parseIp } from '#src/platform/network/ip-address';
import { withFiles } from '#src/platform/config/environment-files';
import { readSecrets } from '#src/app/secrets';
import {
  addressIn,
  composed,
  DOCKERFILES,
  networksOf,
  read,
  ROOT,
  servicesOf,
  type Service,
  SETS,
  stagesOf,
  valueOf,
} from './composed.js';

/**
 * Number of parts that the version in an image's tag must have, by image. A tag with fewer parts may later
 * name another build.
 */
const NUMBERS: Readonly<Record<string, number>> = {
  node: 3,
  nginx: 3,
  postgres: 2,
  'eventstore/eventstore': 3,
  'eventstore/es-gencert-cli': 3,
  'axllent/mailpit': 3,
};

/** If these variables are set, the service also reads the variables that it does not read by default. */
const EVERYTHING = {
  NODE_ENV: 'production',
  SENDGRID_API_KEY: 'SG.one',
  STRIPE_SECRET_KEY: 'sk_live_one',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_one',
  STRIPE_WEBHOOK_SECRET: 'whsec_one',
  OPENAI_API_KEY: 'one',
  OPENAI_MODEL: 'one',
};

/**
 * Returns the names of all variables that the service reads. `NAME_FILE`, which names a file with the value,
 * counts as `NAME`.
 */
async function variablesRead(): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const recording = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    new Proxy(env, {
      get: (target, name) => {
        if (typeof name === 'string') names.add(name.replace(/_FILE$/, ''));
        return Reflect.get(target, name) as string | undefined;
      },
    });
  for (const env of [{}, EVERYTHING]) parseConfig(recording({ ...env }));
  withFiles(recording({}));
  const config = { dataDir: join(ROOT, 'no-such-folder'), production: true };
  await expect(readSecrets(config, recording({}))).rejects.toThrow('MASTER_KEY');
  return names;
}

const COMMON = [
  '172.16.0.0/12',
  '192.168.0.0/16',
  '10.0.0.0/12',
  '10.96.0.0/12',
  '10.240.0.0/12',
  'fd00::/16',
];

const isExact = (image: string): boolean => {
  const [, name = '', version = ''] = /^([\w./-]+):v?([\d.]+)(?:-[a-z][\w.-]*)?$/.exec(image) ?? [];
  return version.split('.').length === NUMBERS[name];
};

describe('the containers', () => {
  it.each(SETS)('of $file pass on exactly the variables that the service reads', async (set) => {
    const names = await variablesRead();
    const inImage = Object.keys(stagesOf('docker/backend.Dockerfile').at(-1)?.env ?? {});
    for (const backend of set.backends) {
      const given = Object.keys(servicesOf(set.file)[backend]?.environment ?? {});
      const known = new Set([...given.map((name) => name.replace(/_FILE$/, '')), ...inImage]);
      expect([...names].filter((name) => !known.has(name))).toEqual([]);
      expect(given.filter((name) => !names.has(name.replace(/_FILE$/, '')))).toEqual([]);
    }
  });

  it('use images with exact versions, and a major version of Node on which the tests run', () => {
    const bases = DOCKERFILES.flatMap(stagesOf).map(({ base }) => base);
    const images = SETS.flatMap(({ file }) => Object.values(servicesOf(file))).map(({ image }) => image);
    const foreign = [...bases, ...images].filter(
      (image) => /[:/]/.test(image) && !image.startsWith('siegel-'),
    );
    expect(foreign.filter((image) => !isExact(image))).toEqual([]);
    expect(foreign.length).toBeGreaterThan(10);
    const lines = bases.flatMap((base) => /^node:(\d+)\./.exec(base)?.[1] ?? []);
    expect(new Set(lines).size).toBe(1);
    expect(read('scripts/test-nodes.mjs')).toContain(`'${lines[0]}.`);
  });

  it.each(SETS)('of $file are built with the commit of SIEGEL_COMMIT', ({ file }) => {
    const builds = Object.values(servicesOf(file)).flatMap(({ build }) => build ?? []);
    expect(builds.map(({ dockerfile }) => dockerfile)).toEqual(DOCKERFILES);
    for (const { dockerfile, args = {} } of builds) {
      const names = stagesOf(dockerfile).flatMap((stage) => stage.args);
      expect(args).toEqual(Object.fromEntries(names.map((name) => [name, `\${${name}:-}`])));
      expect(names).toEqual(dockerfile.includes('backend') ? ['SIEGEL_COMMIT'] : []);
    }
  });

  it.each(DOCKERFILES)(
    'of %s are built in a separate stage, and run under an unprivileged account',
    (file) => {
      const stages = stagesOf(file);
      const image = stages.at(-1);
      expect(stages.length).toBeGreaterThan(1);
      expect(['node', 'nginx']).toContain(image?.user);
      expect(image?.check).toBeDefined();
    },
  );

  it.each(SETS)('of $file can reach each other only if one needs the other', (set) => {
    const { backends, stores, fronts } = set;
    const { services, networks } = composed(set.file);
    const members = Object.fromEntries(
      Object.keys(networks).map((network) => [
        network,
        Object.keys(services).filter((name) => Object.hasOwn(networksOf(services[name] as Service), network)),
      ]),
    );
    expect(members).toEqual({
      data: [...stores, ...backends],
      front: [...backends, ...fronts],
      public: fronts,
      outside: [...backends, 'mail'],
    });
    // In the file for a single machine, the event store accepts every client. So the network `data` must be
    // internal.
    const closed = Object.keys(networks).filter((name) => networks[name]?.internal === true);
    expect(closed).toEqual(['data', 'front']);
    // A service that names no network would be in the default network, which all such services share.
    const apart = Object.values(services).filter((service) => Object.keys(networksOf(service)).length === 0);
    expect(apart.map(({ network_mode }) => network_mode)).toEqual(apart.map(() => 'none'));
    const published = Object.keys(services).filter((name) => services[name]?.ports !== undefined);
    expect(published).toEqual([...fronts, 'mail']);
  });

  it.each(SETS)('of $file that join later get no address that is trusted or called by others', ({ file }) => {
    const { services, networks } = composed(file);
    const { subnet, ip_range } = networks['front']?.ipam?.config[0] ?? { subnet: '', ip_range: '' };
    const [net] = /^\d+\.\d+\.\d+\./.exec(valueOf(subnet)) ?? [''];
    expect([subnet, ip_range].map((range) => valueOf(range))).toEqual([`${net}0/24`, `${net}128/25`]);
    const fixed = Object.values(services).flatMap((service) => {
      const address = addressIn('front', service);
      return address === undefined ? [] : valueOf(address);
    });
    expect(fixed.length).toBeGreaterThan(1);
    for (const address of fixed) {
      expect(address.startsWith(net)).toBe(true);
      expect(Number(address.slice(net.length))).toBeLessThan(128);
    }
  });

  it.each(SETS)(
    'of $file publish the port through a network with both address families and fixed gateways',
    (set) => {
      const { services, networks } = composed(set.file);
      const { enable_ipv6, ipam } = networks['public'] ?? {};
      expect(enable_ipv6).toBe('${PUBLIC_IPV6:-true}');
      const gateways = (ipam?.config ?? []).map(({ subnet, gateway = '' }) => {
        expect(isListed(valueOf(gateway), [valueOf(subnet)])).toBe(true);
        return gateway;
      });
      expect(gateways.map((gateway) => parseIp(valueOf(gateway))?.kind())).toEqual(['ipv4', 'ipv6']);
      // A gateway must not be in a network that a container engine uses by default, that is usual at home, or
      // that a cloud assigns.
      for (const gateway of gateways) expect(isListed(valueOf(gateway), COMMON)).toBe(false);
      // Each nginx gets exactly these gateways and its published port.
      const published = ['${PORT:-8080}', '${PORT_2:-127.0.0.1:8081}'];
      for (const [at, front] of set.fronts.entries()) {
        expect(services[front]?.environment).toMatchObject({
          HIDING_GATEWAYS: gateways.join(','),
          BELIEVED_PROXIES: '${BELIEVED_PROXIES:-}',
          PUBLISHED: published[at],
        });
        expect(services[front]?.ports).toEqual([`${published[at]}:8080`]);
      }
    },
  );

  it('of both files can run at the same time: their networks differ', () => {
    const subnets = SETS.flatMap(({ file }) =>
      ['front', 'public'].flatMap((name) => composed(file).networks[name]?.ipam?.config ?? []),
    ).map(({ subnet }) => valueOf(subnet));
    expect(subnets.filter((subnet) => isListed(subnet.replace(/\/.*/, ''), COMMON))).toEqual([]);
    expect(subnets).toHaveLength(6);
    expect(new Set(subnets).size).toBe(6);
  });

  it('of nginx write the trusted proxies when they start, because the image names none', () => {
    const image = stagesOf('docker/frontend.Dockerfile').at(-1);
    expect(image?.command?.join(' ')).toMatch(
      /sh \/etc\/nginx\/addresses\.sh > \/tmp\/addresses\.conf; exec nginx/,
    );
    const config = read('docker/nginx/nginx.conf');
    expect(config).toContain('include /tmp/addresses.conf;');
    for (const name of [
      'nginx.conf',
      'limits.conf',
      'proxy.conf',
      'security.conf',
      'upstream.conf',
      'upstream.cluster.conf',
    ])
      expect(read(`docker/nginx/${name}`)).not.toMatch(/set_real_ip_from|real_ip_header/);
    expect(read('docker/nginx/proxy.conf')).toContain('proxy_set_header X-Forwarded-For $client_address;');
  });

  it('fit the proxy that docs/containers.md shows: it accepts the same bodies, waits longer, and logs no address of a link', () => {
    const [block = ''] = /^location \/ \{\n[^]*?\n\}$/m.exec(read('docs/containers.md')) ?? [];
    const config = read('docker/nginx/nginx.conf');
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(block) ?? [];
    expect(Number(megabytes) * 1_048_576).toBeGreaterThan(VERIFY_MAX_BYTES);
    const seconds = (text: string): number[] =>
      [...text.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, many]) => Number(many));
    const [proxy = 0] = seconds(block);
    expect(seconds(config).filter((many) => many >= proxy)).toEqual([]);
    expect(block).toContain('access_log off;');
  });

  it.each(SETS)('of $file trust only nginx, and nginx calls each backend by its name', (set) => {
    const services = servicesOf(set.file);
    const upstream = read(`docker/nginx/${set.upstream}`);
    const proxies = set.fronts.map((front) => addressIn('front', services[front]));
    expect(proxies).not.toContain(undefined);
    for (const backend of set.backends) {
      expect(services[backend]?.environment?.['TRUST_PROXY']).toBe(proxies.join(','));
      expect(upstream).toContain(`server ${backend}:3000`);
    }
    // nginx resolves the names of all backends when it starts. The container engine knows only the names of
    // running containers, so `extra_hosts` has the backends' addresses.
    const known = set.backends.map((backend) => `${backend}:${addressIn('front', services[backend])}`);
    for (const front of set.fronts) expect(services[front]?.extra_hosts).toEqual(known);
    expect(new Set(upstream.match(/server [\w-]+:3000/g))).toHaveProperty('size', set.backends.length);
  });

  it('of the cluster drain for longer than nginx keeps connections or avoids a failed backend', () => {
    const upstream = read('docker/nginx/upstream.cluster.conf');
    const seconds = [...upstream.matchAll(/(?:fail_timeout=|keepalive_timeout )(\d+)s/g)].map(([, n]) =>
      Number(n),
    );
    const services = servicesOf('docker/docker-compose.cluster.yml');
    const drain = Number(services['backend-1']?.environment?.['DRAIN_SECONDS']);
    expect(seconds.length).toBeGreaterThan(1);
    expect(Math.max(...seconds)).toBeLessThan(drain);
  });
});
