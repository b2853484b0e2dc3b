import { Ajv } from 'ajv';
import { PAGE_NAMES } from '@siegel/contracts/enums';
import * as fc from 'fast-check';
import type { ServiceFigures } from './service-figures.js';
import { sampleFigures, SAMPLE_NOW } from './testing/sample-figures.js';
import { INJECTIONS } from './testing/injections.js';
import { FigureTools } from './tools.js';

const clock = { now: () => new Date(SAMPLE_NOW) };
const toolOf = (name: string, figures: ServiceFigures = sampleFigures) => {
  const tool = new FigureTools(figures, clock).all.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
};
const days = { from: '2026-11-01', to: '2026-11-07' };

describe('the queries of the assistant', () => {
  it('are five', () =>
    expect(new FigureTools(sampleFigures, clock).all.map(({ name }) => name)).toEqual([
      'read_funnel',
      'read_page_views',
      'count_vouchers',
      'read_revenue',
      'list_obligations',
    ]));

  it.each([
    [
      'read_funnel',
      days,
      {
        startDate: '2026-11-01',
        endDate: '2026-11-07',
        view: 1250,
        created: 40,
        signed: 20,
        paid: 0,
        rates: { createdOverView: 3.2, signedOverCreated: 50, paidOverSigned: 0, paidOverView: 0 },
      },
      'Trichter, 1. November 2026 bis 7. November 2026: angesehen 1.250, erstellt 40, unterschrieben 20, bezahlt 0',
    ],
    [
      'read_page_views',
      { from: '2026-11-07', to: '2026-11-07' },
      {
        startDate: '2026-11-07',
        endDate: '2026-11-07',
        total: 12,
        pages: { ...Object.fromEntries(PAGE_NAMES.map((page) => [page, 0])), home: 7, faq: 5 },
      },
      'Seitenaufrufe, 7. November 2026: gesamt 12, home 7, faq 5',
    ],
    [
      'count_vouchers',
      {},
      {
        states: { available: 3, used: 2, expired: 1 },
        months: [{ month: '2026-11', issued: 4, used: 2 }],
      },
      'Gutscheine, jetzt: verfügbar 3, eingelöst 2, abgelaufen 1',
    ],
    [
      'read_revenue',
      {},
      {
        revenueEur: 1234.5,
        paid: 7,
        pending: 1,
        agreements: 20,
        byStatus: { draft: 10, party1_signed: 3, completed: 2, sent: 5 },
      },
      'Einnahmen, jetzt: 1.234,50 €, bezahlt 7, Zahlung offen 1, Vereinbarungen 20',
    ],
    [
      'list_obligations',
      {},
      {
        total: 2,
        oldest: [
          { kind: 'refund', ageInDays: 4, ndaId: '0190b6a5-0000-7000-8000-000000000001' },
          { kind: 'mail', ageInDays: 0, ndaId: null },
        ],
      },
      'Was zu tun ist, jetzt: gesamt 2, die älteste seit 4 Tagen, Erstattung 1, E-Mail 1',
    ],
  ])('%s', async (name, given, told, source) => {
    const found = await toolOf(name).run(given, 'de');
    expect(found).toEqual({
      data: told,
      source: source.replaceAll(/(\d\.) (\w+) (\d{4})/g, '$1\u00a0$2\u00a0$3').replace(' €', '\u00a0€'),
    });
    expect((await toolOf(name).run(given, 'en'))?.source).not.toMatch(/Trichter|jetzt|gesamt|bezahlt/);
  });

  it('have no rate if the whole is 0', async () => {
    const empty = {
      ...sampleFigures,
      between: async () => ({ totalPageViews: 0, pageViewsByPage: [], funnelMetrics: [] }),
    };
    const found = await toolOf('read_funnel', empty).run(days, 'de');
    expect(found?.data).toMatchObject({
      view: 0,
      rates: { createdOverView: null, signedOverCreated: null, paidOverSigned: null, paidOverView: null },
    });
  });
});

describe('arguments', () => {
  const ajv = new Ajv();
  const asked = new FigureTools(sampleFigures, clock).all;

  it.each<[unknown]>([
    [undefined],
    [null],
    ['2026-11-01'],
    [[]],
    [{}],
    [{ from: '2026-11-01' }],
    [{ from: '2026-11-01', to: '2026-11-31' }],
    [{ from: '2026-11-08', to: '2026-11-07' }],
    [{ from: '1999-01-01', to: '2026-11-07' }],
    [{ from: '2026-11-01T00:00:00Z', to: '2026-11-07' }],
    [{ from: 20_261_101, to: 20_261_107 }],
    [{ from: ['2026-11-01'], to: '2026-11-07' }],
    [{ ...days, sql: 'SELECT 1' }],
    [{ ...days, __proto__: { x: 1 }, constructor: 1 }],
    [{ startDate: '2026-11-01', endDate: '2026-11-07' }],
  ])('of a range are refused: %j', (given) => {
    expect(toolOf('read_funnel').run(given, 'de')).toBeUndefined();
    expect(toolOf('read_page_views').run(given, 'de')).toBeUndefined();
  });

  it.each<[unknown]>([[null], ['x'], [[]], [{ limit: 5 }], [{ fields: ['name'] }]])(
    'are refused if a tool takes none: %j',
    (given) => {
      for (const name of ['count_vouchers', 'read_revenue', 'list_obligations'])
        expect(toolOf(name).run(given, 'de')).toBeUndefined();
    },
  );

  it('are accepted only if the schema that the model got allows them', () => {
    const day = fc.constantFrom('2026-11-01', '2026-11-07', '2026-13-01', '2026-1-1', 'today', 20_261_101);
    const given = fc.oneof(
      fc.record({ from: day, to: day, extra: fc.constantFrom(1) }, { requiredKeys: [] }),
      fc.jsonValue(),
    );
    for (const tool of asked) {
      const isDescribed = ajv.compile(tool.parameters);
      fc.assert(
        fc.property(given, (value) => {
          if (tool.run(value, 'de') !== undefined) expect(isDescribed(value)).toBe(true);
        }),
        { numRuns: 300 },
      );
    }
  });
});

it('do not return any text of a row: neither unknown page names nor kinds, ids and months', async () => {
  const texts = Object.values(INJECTIONS).map(({ text }) => text);
  const [word = ''] = texts;
  const hostile = {
    between: async () => ({
      totalPageViews: 9,
      pageViewsByPage: texts.map((page) => ({ page, count: 1 })),
      funnelMetrics: [{ eventType: word, count: word }],
    }),
    now: async () => ({
      total: word,
      byStatus: { draft: word, [word]: 1 },
      payments: { total: word, pending: 1, totalRevenue: word },
    }),
    vouchers: async () => ({
      states: { available: word, [word]: 1 },
      months: [{ month: word, issued: 1, used: 1, code: 'NDA-7QKM-2XHT' }],
    }),
    obligations: async () => ({
      total: 2,
      oldest: [
        { kind: word, since: SAMPLE_NOW, ndaId: null },
        { kind: 'refund', since: word, ndaId: word, reference: 'S-MZXW6YTBOI', lastError: word },
      ],
    }),
  } as unknown as ServiceFigures;
  for (const { name, run, parameters } of new FigureTools(hostile, clock).all) {
    const found = await run('required' in parameters ? days : {}, 'de');
    const all = JSON.stringify(found);
    for (const text of [...texts, 'NDA-7QKM', 'S-MZXW'])
      expect([name, all]).not.toEqual([name, expect.stringContaining(text)]);
  }
});
