import { sampleNda } from '../testing/sample-nda.js';
import { REPLAYED_FIELDS } from './fields.js';
import { isMoment } from './moment.js';
import { replayedFields } from './replayed-fields.js';

describe('the fields whose changes the audit shows', () => {
  it('have one value each, even those that N has in a list or an object', () => {
    const fields = replayedFields({
      ...sampleNda,
      ideaTitle: null,
      legalHold: { since: '2026-11-20T10:00:00.000Z', reason: null },
      disputed: [{ party: 2, at: '2026-11-21T10:00:00.000Z' }],
      mailProblems: [
        { kind: 'reminder', party: 2, code: 'bounced', permanent: true, at: '2026-11-20T10:00:00.000Z' },
      ],
    });
    expect(Object.keys(fields)).toEqual(REPLAYED_FIELDS);
    expect(Object.values(fields)).not.toContain(undefined);
    expect(fields).toMatchObject({
      ideaTitle: null,
      legalHoldSince: '2026-11-20T10:00:00.000Z',
      legalHoldReason: null,
      party1DisputedAt: null,
      party2DisputedAt: '2026-11-21T10:00:00.000Z',
      mailProblemList: ['reminder 2 bounced'],
    });
  });
});

describe('a moment', () => {
  it.each(['2026-11-20T10:00Z', '2026-11-20T10:00:01.123+01:00', '2026-02-28T23:59:59Z'])(
    'can be %s',
    (text) => {
      expect(isMoment(text)).toBe(true);
    },
  );

  it.each([
    '2026-11-20',
    '2026-11-20T10:00',
    '2026-02-30T10:00Z',
    '2026-11-20T25:00Z',
    '2026-11-20T10:00 01:00',
    '0026-11-20T10:00Z',
    ['2026-11-20T10:00Z'],
  ])('cannot be %s', (value) => {
    expect(isMoment(value)).toBe(false);
  });
});
