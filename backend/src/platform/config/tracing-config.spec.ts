import { parseConfig, readConfig } from './config.js';

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const tracingOf = (env: NodeJS.ProcessEnv) => readConfig(env).tracing;
const problemsOf = (env: NodeJS.ProcessEnv): string => parseConfig(env).problems.join('\n');

describe('configuration of traces', () => {
  it('is absent if nothing is set, or if no traces should be recorded', () => {
    expect(tracingOf({})).toBeUndefined();
    expect(tracingOf({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
    expect(tracingOf({ ...collector, OTEL_TRACES_SAMPLER: 'always_off' })).toBeUndefined();
  });

  it('has the address of a collector', () => {
    expect(tracingOf(collector)).toEqual({
      endpoint: 'http://collector:4318/v1/traces',
      headers: {},
      ratio: 1,
      serviceName: 'siegel',
    });
    const other = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/intake/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=law',
      OTEL_SERVICE_NAME: 'siegel-staging',
    };
    expect(tracingOf(other)).toMatchObject({
      endpoint: 'https://otlp.example/intake/v1/traces',
      headers: { authorization: 'Bearer abc', 'x-team': 'law' },
      serviceName: 'siegel-staging',
    });
  });

  it.each([
    ['always_on', '0.5', 1],
    ['parentbased_always_on', undefined, 1],
    ['traceidratio', '0.25', 0.25],
    ['parentbased_traceidratio', '0.25', 0.25],
    ['traceidratio', undefined, 1],
  ])('records the share of traces that %s %s asks for', (sampler, arg, ratio) => {
    const env = { ...collector, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: arg };
    expect(tracingOf(env)?.ratio).toBe(ratio);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: expected an address'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:geheim@collector' }, 'a key goes into'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otlp.example' }, 'expected https://'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'geheim' }, 'OTEL_EXPORTER_OTLP_HEADERS: expected name=value'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x=geheim%' }, 'OTEL_EXPORTER_OTLP_HEADERS: expected name=value'],
  ])('reports a problem without repeating a secret: %j', (wrong, problem) => {
    const problems = problemsOf({ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'x=geheim', ...wrong });
    expect(problems).toContain(problem);
    expect(problems).not.toContain('geheim');
  });
});
