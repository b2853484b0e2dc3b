import { Registry } from 'prom-client';
import type { Logger } from '../logging/logger.js';
import { LINES_MAX, TAMPERING_CODE, TamperingLog, REPEAT_MS } from './tampering.js';
import { TAMPERING_KINDS } from './tampering-kinds.js';

function world() {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const lines: { readonly details: object; readonly message: string }[] = [];
  const refuse = (): never => {
    throw new Error('tampering is an error, not less');
  };
  const logger: Logger = {
    debug: refuse,
    info: refuse,
    warn: refuse,
    error: (details, message) => void lines.push({ details, message }),
  };
  const metrics = new Registry();
  const tampering = new TamperingLog({ logger, metrics, clock: { now: () => new Date(now) } });
  return {
    tampering,
    lines,
    pass: (ms: number) => {
      now += ms;
    },
    counts: async () => {
      const { values } = (await metrics.getSingleMetric('siegel_tampering_found_total')?.get()) ?? {
        values: [],
      };
      return Object.fromEntries(values.map(({ labels, value }) => [labels['kind'], value]));
    },
  };
}

describe('tampering', () => {
  it('is counted by kind, and every kind is listed from the start', async () => {
    const { counts } = world();
    expect(await counts()).toEqual(Object.fromEntries(Object.keys(TAMPERING_KINDS).map((kind) => [kind, 0])));
  });

  it('is logged with a code, its kind and the ids', async () => {
    const { tampering, lines, counts } = world();
    tampering.found('session', { session: 'a1b2', role: 'auditor' });
    expect(lines).toEqual([
      {
        details: { code: TAMPERING_CODE, kind: 'session', session: 'a1b2', role: 'auditor' },
        message: `Tampering: ${TAMPERING_KINDS.session}. See SiegelTamperingFound in docs/operations.md.`,
      },
    ]);
    expect(await counts()).toMatchObject({ session: 1, row: 0 });
  });

  it('does not let an id replace code or kind', () => {
    const { tampering, lines } = world();
    tampering.found('row', { code: 'all_is_well', kind: 'session' });
    expect(lines[0]?.details).toEqual({ code: TAMPERING_CODE, kind: 'row' });
  });

  it('is logged once in ten minutes for the same subject, no matter how often it is found, and again after that', async () => {
    const { tampering, lines, counts, pass } = world();
    for (let n = 0; n < 1000; n += 1) tampering.found('session', { session: 'a1b2' });
    tampering.found('session', { session: 'c3d4' });
    tampering.found('row', { session: 'a1b2' });
    expect(lines).toHaveLength(3);
    pass(REPEAT_MS - 1);
    tampering.found('session', { session: 'a1b2' });
    expect(lines).toHaveLength(3);
    pass(1);
    tampering.found('session', { session: 'a1b2' });
    expect(lines).toHaveLength(4);
    expect(await counts()).toMatchObject({ session: 3, row: 1 });
  });

  it('does not flood the log if there are many subjects: the last line says that there are more, and all are counted', async () => {
    const { tampering, lines, counts, pass } = world();
    for (let n = 0; n < LINES_MAX * 3; n += 1) tampering.found('row', { id: n });
    expect(lines).toHaveLength(LINES_MAX);
    expect(lines.filter(({ details }) => 'more' in details)).toEqual([lines.at(-1)]);
    expect(await counts()).toMatchObject({ row: LINES_MAX * 3 });
    tampering.found('session', { session: 'a1b2' });
    expect(lines).toHaveLength(LINES_MAX + 1);
    pass(REPEAT_MS);
    tampering.found('row', { id: 0 });
    expect(lines).toHaveLength(LINES_MAX + 2);
  });
});
