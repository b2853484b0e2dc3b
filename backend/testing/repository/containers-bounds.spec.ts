import {
  composed,
  DOCKERFILES,
  read,
  type Service,
  servicesOf,
  SETS,
  stagesOf,
  valueOf,
} from './composed.js';

const megabytes = (size: string): number => {
  const [, count = '', unit] = /^(\d+)([mg])$/.exec(valueOf(size)) ?? [];
  return Number(count) * (unit === 'g' ? 1024 : 1);
};
const seconds = (time = ''): number => Number(/^(\d+)s$/.exec(time)?.[1]);
const isOurs = ([, { image }]: readonly [string, Service]): boolean => image.startsWith('siegel-');

/**
 * Returns the sizes in megabytes of those folders of a service that are in memory.
 * @throws Error if a folder has no size
 */
const memoryFolders = ({ tmpfs = [], volumes = [] }: Service): readonly number[] => [
  ...tmpfs.map((folder) => {
    const [, size] = /^\/\w+:size=(\w+)$/.exec(folder) ?? [];
    if (size === undefined) throw new Error(`${folder} has no size`);
    return megabytes(size);
  }),
  ...volumes.flatMap((volume) => (typeof volume === 'string' ? [] : megabytes(volume.tmpfs.size))),
];

describe.each(SETS)('each container of $file', ({ file, fronts, backends, stores }) => {
  const services = Object.entries(servicesOf(file));

  it('has a limit of memory without swap, of processes, of its log and of each folder in memory', () => {
    for (const [name, service] of services) {
      const { mem_limit = '', memswap_limit, pids_limit = 0, logging } = service;
      const folders = memoryFolders(service).reduce((all, size) => all + size, 0);
      expect({ name, megabytes: megabytes(mem_limit) }).toEqual({ name, megabytes: expect.any(Number) });
      expect({ name, fits: folders < megabytes(mem_limit) }).toEqual({ name, fits: true });
      expect({ name, memswap_limit }).toEqual({ name, memswap_limit: mem_limit });
      expect({ name, isBounded: pids_limit > 0 && pids_limit <= 512 }).toEqual({ name, isBounded: true });
      expect({ name, log: logging?.options }).toEqual({ name, log: { 'max-size': '10m', 'max-file': '5' } });
    }
  });

  it('has no capabilities and can gain none', () => {
    for (const [name, { cap_drop, cap_add, security_opt, privileged }] of services)
      expect({ name, cap_drop, cap_add, security_opt, privileged }).toEqual({
        name,
        cap_drop: ['ALL'],
        // The container `certificates` needs these capabilities to change the owner of each node's files.
        cap_add: name === 'certificates' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'] : undefined,
        security_opt: ['no-new-privileges:true'],
        privileged: undefined,
      });
  });

  it('has a read-only file system and the account of the image, if we make the image', () => {
    const ours = services.filter(isOurs);
    expect(ours.length).toBeGreaterThan(2);
    for (const [name, { read_only, user, tmpfs }] of ours)
      expect({ name, read_only, user, tmpfs: tmpfs?.[0] }).toEqual({
        name,
        read_only: true,
        user: undefined,
        tmpfs: '/tmp:size=64m',
      });
  });

  it('can write to each of its folders in memory after any start, if we make the image', () => {
    // If a folder in memory is missing in the image, the container engine creates it. Only root can write to
    // such a folder after the first start of the container. The base images have `/tmp`.
    for (const [name, { image, tmpfs = [] }] of services.filter(isOurs)) {
      const dockerfile = `docker/${image.includes('frontend') ? 'frontend' : 'backend'}.Dockerfile`;
      const runs = (stagesOf(dockerfile).at(-1)?.steps ?? []).flatMap(({ run }) => run ?? []);
      const made = ['/tmp', ...runs.flatMap((run) => /^install -d -m 1777 (\S+)$/.exec(run)?.[1] ?? [])];
      const missing = tmpfs.filter((folder) => !made.includes(folder.split(':')[0] ?? ''));
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
  });

  it('starts even if another one is ill, unless it needs what the other one makes', () => {
    const needed = services.flatMap(([name, { depends_on = {} }]) =>
      Object.entries(depends_on)
        .filter(([, { required }]) => required !== false)
        .map(([other, { condition }]) => ({ name, other, condition })),
    );
    expect(needed.filter(({ condition }) => condition !== 'service_completed_successfully')).toEqual([]);
    expect(new Set(needed.map(({ other }) => other))).toEqual(
      new Set(backends.length > 1 ? ['secrets', 'certificates'] : ['secrets']),
    );
  });

  it('has time for its health check and for its start on a busy machine', () => {
    for (const name of stores) {
      const { healthcheck } = servicesOf(file)[name] ?? {};
      expect({ name, timeout: healthcheck?.timeout }).toEqual({ name, timeout: '15s' });
      expect({ name, start: healthcheck?.start_period }).toEqual({ name, start: '300s' });
    }
    // While the image initialises the database, PostgreSQL listens only on its Unix socket. So the health
    // check must use TCP.
    expect(servicesOf(file)['postgres']?.healthcheck?.test).toContain('--host=127.0.0.1');
  });

  it('that serves pages stops after the calls that it has begun', () => {
    for (const name of fronts) {
      const { environment, stop_grace_period } = servicesOf(file)[name] ?? {};
      const own = environment?.['STOP_SECONDS'];
      const stops = Number(own ?? /STOP_SECONDS:-(\d+)/.exec(read('docker/frontend.Dockerfile'))?.[1]);
      expect({ name, isLonger: seconds(stop_grace_period) > stops }).toEqual({ name, isLonger: true });
      // If there is a second nginx, stopping one nginx must cut off no call. So a stop must wait longer than
      // the longest time for which nginx waits for a response.
      const waits = [...read('docker/nginx/nginx.conf').matchAll(/proxy_read_timeout (\d+)s;/g)];
      if (fronts.length > 1)
        expect(stops).toBeGreaterThan(Math.max(...waits.map(([, longest]) => Number(longest))));
    }
  });

  it('of EventStoreDB writes no log files, and makes no volume without a name for them', () => {
    const nodes = services.filter(([, { image }]) => image.startsWith('eventstore/eventstore:'));
    expect(nodes).toHaveLength(stores.length - 1);
    for (const [, { environment, volumes = [] }] of nodes) {
      expect(environment?.['EVENTSTORE_DISABLE_LOG_FILE']).toBe('true');
      const folders = volumes.map((volume) =>
        typeof volume === 'string' ? volume.split(':')[1] : `${volume.type} ${volume.target}`,
      );
      expect(folders).toContain('/var/lib/eventstore');
      expect(folders).toContain('tmpfs /var/log/eventstore');
    }
  });
});

describe('a project of containers', () => {
  it('has a name of its own, whatever the folder is called', () => {
    expect(SETS.map(({ file }) => composed(file).name)).toEqual(['siegel', 'siegel-cluster']);
  });

  it('has images that are named by their commit, so that an older version can be started again', () => {
    for (const { file } of SETS)
      for (const [, { image }] of Object.entries(servicesOf(file)).filter(isOurs)) {
        expect(valueOf(image)).toMatch(/^siegel-(?:backend|frontend):latest$/);
        expect(valueOf(image, { SIEGEL_COMMIT: '29e22db1' })).toMatch(/:29e22db1$/);
      }
  });

  it.each(SETS)('of $file can run beside another one: its networks and ports are variables', ({ file }) => {
    const { services, networks } = composed(file);
    const other = {
      FRONT_NET: '10.9.1',
      PUBLIC_SUBNET: '10.9.2.0/24',
      PUBLIC_GATEWAY: '10.9.2.1',
      PUBLIC_SUBNET6: 'fd00:9::/64',
      PUBLIC_GATEWAY6: 'fd00:9::1',
      PORT: '9080',
      PORT_2: '9081',
      MAIL_PORT: '9025',
    };
    const taken = [
      ...Object.values(services).flatMap(({ ports = [] }) => ports),
      ...Object.values(networks).flatMap(({ ipam }) => (ipam?.config ?? []).map(({ subnet }) => subnet)),
    ];
    const ours = taken.map((one) => valueOf(one));
    expect(ours.length).toBeGreaterThan(4);
    expect(taken.map((one) => valueOf(one, other)).filter((one) => ours.includes(one))).toEqual([]);
    // The file writes the addresses of the network only as `${FRONT_NET:-…}`.
    const text = read(file);
    expect(text.match(/10\.173\.7\d\b/g)?.length).toBe(text.match(/\$\{FRONT_NET:-10\.173\.7\d\}/g)?.length);
  });

  it.each(SETS)('of $file has links with the port under which it is published', ({ file, backends }) => {
    for (const backend of backends) {
      const url = String(servicesOf(file)[backend]?.environment?.['PUBLIC_URL']);
      expect(valueOf(url)).toBe('http://localhost:8080');
      expect(valueOf(url, { PORT: '9080' })).toBe('http://localhost:9080');
      expect(valueOf(url, { PORT: '127.0.0.1:8080', PUBLIC_URL: 'https://nda.example' })).toBe(
        'https://nda.example',
      );
    }
  });
});

describe('the health check of an image', () => {
  it.each(DOCKERFILES)('of %s starts no Node, and has time on a busy machine', (file) => {
    expect(stagesOf(file).at(-1)?.check?.[0]).not.toBe('node');
    const [, timeout, start] =
      /^HEALTHCHECK .*--timeout=(\d+)s --start-period=(\d+)s/m.exec(read(file)) ?? [];
    expect(Number(timeout)).toBeGreaterThanOrEqual(15);
    expect(Number(start)).toBeGreaterThanOrEqual(60);
  });

  it('of nginx asks a backend through nginx, as a user does', () => {
    const url = stagesOf('docker/frontend.Dockerfile').at(-1)?.check?.at(-1) ?? '';
    const { pathname } = new URL(url);
    const [, place = ''] = read('docker/nginx/nginx.conf').split(`location = ${pathname} {`);
    expect(place.split('}')[0]).toMatch(/rewrite \^ \/health\/ready break;\s+include proxy\.conf;/);
  });
});
