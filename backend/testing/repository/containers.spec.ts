import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseConfig } from '#src/platform/config/config';
import { isListed, parseIp } from '#src/platform/network/ip-address';
import { withFiles } from '#src/platform/config/environment-files';
import { readSecrets } from '#src/app/secrets';

const ROOT = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface NetworkSettings {
  readonly ipv4_address?: string;
}
interface Service {
  readonly image: string;
  readonly build?: { readonly dockerfile: string; readonly args?: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly string[] | Readonly<Record<string, NetworkSettings>>;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly user?: string;
  readonly privileged?: boolean;
}
interface Network {
  readonly internal?: boolean;
  readonly enable_ipv6?: string;
  readonly ipam?: {
    readonly config: readonly {
      readonly subnet: string;
      readonly ip_range: string;
      readonly gateway?: string;
    }[];
  };
}
interface Stage {
  readonly args: readonly string[];
  readonly base: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly check?: readonly string[];
  readonly command?: readonly string[];
}

interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, Network>>;
}

const composed = (file: string): Composed => parse(read(file), { merge: true }) as Composed;

const servicesOf = (file: string): Composed['services'] => composed(file).services;

/**
 * Returns a service's networks by name. In the file, a plain list of names is shorthand for networks without
 * settings.
 */
const networksOf = ({ networks = {} }: Service): Readonly<Record<string, NetworkSettings>> =>
  isList(networks) ? Object.fromEntries(networks.map((name) => [name, {}])) : networks;

const isList = (networks: NonNullable<Service['networks']>): networks is readonly string[] =>
  Array.isArray(networks);

const addressIn = (network: string, service: Service | undefined): string | undefined =>
  service && networksOf(service)[network]?.ipv4_address;

const stagesOf = (file: string): readonly Stage[] => {
  const printed = execFileSync(process.execPath, [
    join(ROOT, 'docker/test/dockerfile.mjs'),
    join(ROOT, file),
  ]);
  return JSON.parse(printed.toString()) as Stage[];
};

const SETS = [
  {
    file: 'docker-compose.yml',
    stores: ['postgres', 'eventstore'],
    backends: ['backend'],
    upstream: 'upstream.conf',
  },
  {
    file: 'docker/docker-compose.cluster.yml',
    stores: ['node1.eventstore', 'node2.eventstore', 'node3.eventstore', 'postgres'],
    backends: ['backend-1', 'backend-2'],
    upstream: 'upstream.cluster.conf',
  },
];
const DOCKERFILES = ['docker/backend.Dockerfile', 'docker/frontend.Dockerfile'];

/**
 * Number of parts that an image's version must have, by image. A version with fewer parts may be reused for
 * another build.
 */
const NUMBERS: Readonly<Record<string, number>> = {
  node: 3,
  nginx: 3,
  postgres: 2,
  'eventstore/eventstore': 3,
  'eventstore/es-gencert-cli': 3,
  'axllent/mailpit': 3,
};

/** With these variables set, the service reads all other variables that exist. */
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

/** Replaces `${NAME:-value}` by `value`. */
const defaultOf = (text: string): string => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

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
    const foreign = [...bases, ...images].filter((image) => /[:/]/.test(image));
    expect(foreign.filter((image) => !isExact(image))).toEqual([]);
    expect(foreign.length).toBeGreaterThan(10);
    const lines = bases.flatMap((base) => /^node:(\d+)\./.exec(base)?.[1] ?? []);
    expect(new Set(lines).size).toBe(1);
    expect(read('scripts/test-nodes.mjs')).toContain(`'${lines[0]}.`);
  });

  it.each(SETS)(
    'of $file with our own images have no capabilities and a read-only file system',
    ({ file }) => {
      const ours = Object.entries(servicesOf(file)).filter(([, { image }]) => image.startsWith('siegel-'));
      expect(ours.length).toBeGreaterThan(2);
      for (const [name, service] of ours) {
        const { read_only, cap_drop, security_opt, tmpfs, user, privileged } = service;
        expect({ name, read_only, cap_drop, security_opt, tmpfs, user, privileged }).toEqual({
          name,
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          tmpfs: ['/tmp'],
          user: undefined,
          privileged: undefined,
        });
      }
    },
  );

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

  it.each(SETS)('of $file can reach each other only if one needs the other', ({ file, backends, stores }) => {
    const { services, networks } = composed(file);
    const members = Object.fromEntries(
      Object.keys(networks).map((network) => [
        network,
        Object.keys(services).filter((name) => Object.hasOwn(networksOf(services[name] as Service), network)),
      ]),
    );
    expect(members).toEqual({
      data: [...stores, ...backends],
      front: [...backends, 'frontend'],
      public: ['frontend'],
      outside: [...backends, 'mail'],
    });
    // The event store in the single-machine file accepts every client, so the network `data` must be
    // internal.
    const closed = Object.keys(networks).filter((name) => networks[name]?.internal === true);
    expect(closed).toEqual(['data', 'front']);
    // A service that names no network would be in the default network, which all such services share.
    const apart = Object.values(services).filter((service) => Object.keys(networksOf(service)).length === 0);
    expect(apart.map(({ network_mode }) => network_mode)).toEqual(apart.map(() => 'none'));
    const published = Object.keys(services).filter((name) => services[name]?.ports !== undefined);
    expect(published).toEqual(['frontend', 'mail']);
  });

  it.each(SETS)('of $file that join later get no address that is trusted or called by others', ({ file }) => {
    const { services, networks } = composed(file);
    const { subnet, ip_range } = networks['front']?.ipam?.config[0] ?? { subnet: '', ip_range: '' };
    const [net] = /^\d+\.\d+\.\d+\./.exec(subnet) ?? [''];
    expect([subnet, ip_range]).toEqual([`${net}0/24`, `${net}128/25`]);
    const fixed = Object.values(services).flatMap((service) => addressIn('front', service) ?? []);
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
        expect(isListed(defaultOf(gateway), [defaultOf(subnet)])).toBe(true);
        return gateway;
      });
      expect(gateways.map((gateway) => parseIp(defaultOf(gateway))?.kind())).toEqual(['ipv4', 'ipv6']);
      // A gateway must not be in a network that a container engine uses by default, that is usual at home, or
      // that a cloud assigns.
      for (const gateway of gateways) expect(isListed(defaultOf(gateway), COMMON)).toBe(false);
      // Nginx gets exactly these gateways and the published port.
      expect(services['frontend']?.environment).toMatchObject({
        HIDING_GATEWAYS: gateways.join(','),
        BELIEVED_PROXIES: '${BELIEVED_PROXIES:-}',
        PUBLISHED: '${PORT:-8080}',
      });
      expect(services['frontend']?.ports).toEqual(['${PORT:-8080}:8080']);
    },
  );

  it('of both files can run at the same time: their networks differ', () => {
    const subnets = SETS.flatMap(({ file }) =>
      ['front', 'public'].flatMap((name) => composed(file).networks[name]?.ipam?.config ?? []),
    ).map(({ subnet }) => defaultOf(subnet));
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
    const [largest = ''] = /client_max_body_size \w+;/.exec(config) ?? ['none'];
    expect(block).toContain(largest);
    const seconds = (text: string): number[] =>
      [...text.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, many]) => Number(many));
    const [proxy = 0] = seconds(block);
    expect(seconds(config).filter((many) => many >= proxy)).toEqual([]);
    expect(block).toContain('access_log off;');
  });

  it.each(SETS)('of $file trust only nginx, and nginx calls each backend by its name', (set) => {
    const services = servicesOf(set.file);
    const upstream = read(`docker/nginx/${set.upstream}`);
    const proxy = addressIn('front', services['frontend']);
    expect(proxy).toBeDefined();
    for (const backend of set.backends) {
      expect(services[backend]?.environment?.['TRUST_PROXY']).toBe(proxy);
      expect(upstream).toContain(`server ${backend}:3000`);
      // nginx resolves a name only once, so each backend needs a fixed address.
      expect(addressIn('front', services[backend])).toBeDefined();
    }
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
