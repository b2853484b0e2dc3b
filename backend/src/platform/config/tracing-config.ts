import { isOwnHost } from '../network/ip-address.js';
import type { EnvironmentReader } from './environment-reader.js';

/**
 * The samplers in OpenTelemetry's specification. Here every sampler decides by the trace's id, so the
 * `parentbased_…` samplers do not use the parent's decision.
 */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const SERVICE_NAME = 'siegel';
/** A header name. RFC 9110 calls this format a token. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** The collector to which traces are sent as OTLP over HTTP. */
export interface TracingConfig {
  /** The address including its path. */
  readonly endpoint: string;
  /** The headers of every batch. They are secret, because they identify us to the collector. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are recorded: more than 0, at most 1. */
  readonly ratio: number;
  readonly serviceName: string;
}

/** Reads OpenTelemetry's own variables. Returns undefined if no traces are exported. */
export function readTracing(read: EnvironmentReader): TracingConfig | undefined {
  const base = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const headers = readHeaders(read);
  const ratio = readRatio(read);
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? SERVICE_NAME;
  if (base === undefined) return undefined;
  if (base.search !== '' || base.hash !== '' || base.username !== '' || base.password !== '')
    read.problem(
      'OTEL_EXPORTER_OTLP_ENDPOINT: expected only scheme, host and path, as in http://collector:4318; a key goes into OTEL_EXPORTER_OTLP_HEADERS.',
    );
  if (base.protocol === 'http:' && Object.keys(headers).length > 0 && !isOwnHost(base.hostname))
    read.problem(
      'OTEL_EXPORTER_OTLP_ENDPOINT: expected https://, because each call carries OTEL_EXPORTER_OTLP_HEADERS. http:// is accepted only for a machine in your own network.',
    );
  if (ratio === 0) return undefined;
  const endpoint = `${base.origin}${base.pathname.replace(/\/+$/, '')}/v1/traces`;
  return { endpoint, headers, ratio, serviceName };
}

function readRatio(read: EnvironmentReader): number {
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on';
  const ratio = read.number('OTEL_TRACES_SAMPLER_ARG', { min: 0, max: 1 }) ?? 1;
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : ratio;
}

/** Parses `name=value,name=value`, whose values are percent-encoded. A problem never repeats the values. */
function readHeaders(read: EnvironmentReader): Record<string, string> {
  const given = (read.text('OTEL_EXPORTER_OTLP_HEADERS') ?? '')
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  const headers = given.map(headerOf);
  if (headers.includes(undefined))
    read.problem(
      'OTEL_EXPORTER_OTLP_HEADERS: expected name=value, several with a comma between them. In a value, write a blank as %20, a comma as %2C and % as %25.',
    );
  return Object.fromEntries(headers.filter((header) => header !== undefined));
}

function headerOf(pair: string): readonly [string, string] | undefined {
  const at = pair.indexOf('=');
  const [name, text] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 1 || !HEADER_NAME.test(name)) return undefined;
  try {
    const value = decodeURIComponent(text);
    return /^[\x20-\x7e]+$/.test(value) ? [name, value] : undefined;
  } catch {
    return undefined;
  }
}
