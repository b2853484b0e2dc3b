import type { AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import { csvField, csvFileName, funnelCsv } from './export-csv.js';

const RANGE = { startDate: '2026-11-25', endDate: '2026-11-26' };
const SUMMARY: AnalyticsSummaryView = {
  totalPageViews: 0,
  pageViewsByPage: [],
  funnelMetrics: [
    { eventType: 'view', count: 8 },
    { eventType: 'created', count: 3 },
    { eventType: 'signed', count: 2 },
    { eventType: 'paid', count: 1 },
  ],
  daily: [
    { date: '2026-11-25', eventType: 'view', count: 8 },
    { date: '2026-11-26', eventType: 'created', count: 3 },
  ],
};
const WORDS = {
  day: 'Tag',
  total: 'Summe',
  rate: 'Anteil am Schritt davor, in %',
  overall: 'Bezahlt je Aufruf, in %',
  steps: { view: 'Aufrufe', created: 'Erstellt', signed: 'Unterschrieben', paid: 'Bezahlt' },
};

it('has a line for each day, totals and rates, in a form that RFC 4180 and spreadsheets accept', () => {
  expect(funnelCsv(RANGE, SUMMARY, WORDS)).toBe(
    [
      '\uFEFFTag,Aufrufe,Erstellt,Unterschrieben,Bezahlt,"Bezahlt je Aufruf, in %"',
      '2026-11-25,8,0,0,0,',
      '2026-11-26,0,3,0,0,',
      'Summe,8,3,2,1,',
      '"Anteil am Schritt davor, in %",,37.5,66.7,50.0,12.5',
      '',
    ].join('\r\n'),
  );
});

it('leaves a rate empty if it would divide by zero', () => {
  const none = { ...SUMMARY, funnelMetrics: [], daily: [] };
  expect(funnelCsv(RANGE, none, WORDS)).toContain('\r\n"Anteil am Schritt davor, in %",,,,,\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', '"\'\r=1"'],
  ['say "so", twice', '"say ""so"", twice"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['plain', 'plain'],
  [-3, '-3'],
])('writes %j as %j', (value, field) => {
  expect(csvField(value)).toBe(field);
});

it('is named after its range', () => {
  expect(csvFileName(RANGE)).toBe('funnel_2026-11-25_2026-11-26.csv');
});
