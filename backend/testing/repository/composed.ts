// The compose files and Dockerfiles as data, for the specs of the containers.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(__dirname, '../../..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface NetworkSettings {
  readonly ipv4_address?: string;
}
interface Dependency {
  readonly condition: string;
  readonly required?: boolean;
}
interface MemoryFolder {
  readonly type: string;
  readonly target: string;
  readonly tmpfs: { readonly size: string };
}
export interface Service {
  readonly image: string;
  readonly build?: { readonly dockerfile: string; readonly args?: Readonly<Record<string, string>> };
  readonly depends_on?: Readonly<Record<string, Dependency>>;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly extra_hosts?: readonly string[];
  readonly healthcheck?: {
    readonly test?: readonly string[];
    readonly timeout?: string;
    readonly start_period?: string;
  };
  readonly logging?: { readonly options?: unknown };
  readonly networks?: readonly string[] | Readonly<Record<string, NetworkSettings>>;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly (string | MemoryFolder)[];
  readonly mem_limit?: string;
  readonly memswap_limit?: string;
  readonly pids_limit?: number;
  readonly stop_grace_period?: string;
  readonly user?: string;
  readonly privileged?: boolean;
}
export interface Network {
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
export interface Stage {
  readonly args: readonly string[];
  readonly base: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly check?: readonly string[];
  readonly command?: readonly string[];
  readonly steps: readonly { readonly run?: string }[];
}

interface Composed {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, Network>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export const SETS = [
  {
    file: 'docker-compose.yml',
    stores: ['postgres', 'eventstore'],
    backends: ['backend'],
    fronts: ['frontend'],
    upstream: 'upstream.conf',
  },
  {
    file: 'docker/docker-compose.cluster.yml',
    stores: ['node1.eventstore', 'node2.eventstore', 'node3.eventstore', 'postgres'],
    backends: ['backend-1', 'backend-2'],
    fronts: ['frontend', 'frontend-2'],
    upstream: 'upstream.cluster.conf',
  },
];
export const DOCKERFILES = ['docker/backend.Dockerfile', 'docker/frontend.Dockerfile'];

export const composed = (file: string): Composed =>
  parse(read(file), { merge: true, maxAliasCount: -1 }) as Composed;

export const servicesOf = (file: string): Composed['services'] => composed(file).services;

const isList = (networks: NonNullable<Service['networks']>): networks is readonly string[] =>
  Array.isArray(networks);

/**
 * Returns a service's networks by name. In a compose file, the networks may be a plain list of names. A
 * network in such a list has no settings.
 */
export const networksOf = ({ networks = {} }: Service): Readonly<Record<string, NetworkSettings>> =>
  isList(networks) ? Object.fromEntries(networks.map((name) => [name, {}])) : networks;

export const addressIn = (network: string, service: Service | undefined): string | undefined =>
  service && networksOf(service)[network]?.ipv4_address;

export const stagesOf = (file: string): readonly Stage[] => {
  const printed = execFileSync(process.execPath, [
    join(ROOT, 'docker/test/dockerfile.mjs'),
    join(ROOT, file),
  ]);
  return JSON.parse(printed.toString()) as Stage[];
};

/**
 * Replaces each variable in a text of a compose file. As in Compose, the replacement is the value in `env`,
 * or else the default. A default may contain variables.
 */
export function valueOf(text: string, env: Readonly<Record<string, string>> = {}): string {
  const inner = /\$\{(\w+):?-([^${}]*)\}/;
  return inner.test(text)
    ? valueOf(
        text.replace(inner, (_, name: string, otherwise: string) => env[name] ?? otherwise),
        env,
      )
    : text;
}
