import type { FindingKind } from '../proof/repair/findings.js';
import type { KeptReport } from '../trust-stream/kept-report.events.js';
import { DISPUTE, HOLD, LIFTED, MAIL, payment, PAYMENT, START } from '../trust-stream/testing/samples.js';
import type { StreamReport } from './repair-log.js';
import { findingText, isAllOpen, reportText, revisionsText, summaryText } from './repair-text.js';

const CHARGED: KeptReport = {
  kind: 'payment',
  facts: {
    ...payment,
    refunded: 100,
    chargeback: { state: 'opened', amount: 998, currency: 'EUR', disputes: 1 },
  },
};
const KINDS: Readonly<Record<FindingKind, true>> = {
  inserted: true,
  replaced: true,
  altered: true,
  respelled: true,
  mac_missing: true,
  mac_unknown: true,
  mac_wrong: true,
  moved: true,
  copied: true,
  doubled: true,
  deleted: true,
  cut: true,
  forked: true,
  unreachable: true,
  out_of_order: true,
};

const report: StreamReport = {
  stream: 'nda-1',
  state: 'whole',
  findings: [],
  removed: [],
  putBack: [],
  outOfOrder: [],
  end: null,
  hindrance: null,
  branches: [],
  stop: 2,
  message: null,
  kept: [],
};
const none = { whole: 0, repaired: 0, ended: 0, repairable: 0, closed: 0 };

describe('what the operator reads', () => {
  it('is a plain sentence with its place for each kind of finding', () => {
    for (const kind of Object.keys(KINDS) as FindingKind[]) {
      const of = { stream: 'nda-2', revision: 1 };
      const text = findingText({
        revision: 7,
        kind,
        of,
        key: '1a2b3c4d',
        type: 'NdaErased.v1',
        hashes: ['ab'.repeat(32)],
      });
      expect(text).toMatch(/^(Event 7|At revision 7).*\.$/);
      expect(text).not.toMatch(/undefined|[a-z]_[a-z]/);
    }
  });

  it('names revisions as a person would', () => expect(revisionsText([7, 2, 5, 4, 6, 2])).toBe('2, 4 to 7'));

  it('names the kept reports that never go into an ended stream', () => {
    const kept = [PAYMENT, DISPUTE, HOLD, LIFTED, MAIL, CHARGED].map((one, n) => ({
      eventId: `${n}`,
      key: `${n}`,
      at: START,
      report: one,
    }));
    const end = { last: null, fault: 'cut', isMarked: true } as const;
    const would = reportText({ ...report, state: 'repairable', end, kept });
    expect(would).toContain('would never be recorded, because it would end');
    const text = reportText({ ...report, state: 'ended', kept });
    expect(text).toContain('are never recorded, because it is ended');
    for (const line of [
      'payment pi_1 of Party 1: 9.98 EUR succeeded',
      'payment pi_1 of Party 1: 9.98 EUR succeeded, 1.00 EUR refunded, chargeback over 9.98 EUR opened',
      'dispute of the signature of Party 2',
      'legal hold',
      'end of the legal hold',
      'mail bounced (bounced)',
    ])
      expect(text.split('\n')).toContain(`    ${START}  ${line}`);
  });

  it('says what would be done, and afterwards what was done', () => {
    const changed: StreamReport = {
      ...report,
      findings: [{ revision: 3, kind: 'deleted' }],
      removed: [1, 5],
      putBack: [
        { revision: 1, from: 'store' },
        { revision: 3, from: 'backup.dump' },
      ],
      outOfOrder: [4],
    };
    expect(reportText({ ...changed, state: 'repairable' })).toBe(
      [
        'nda-1: can be repaired',
        '  Event 3 is missing.',
        '  Would be taken out: 5.',
        '  Would be put back from bytes in the store: 1.',
        '  Would be put back from backup.dump: 3.',
        '  Would be moved in the log: 4.',
      ].join('\n'),
    );
    expect(reportText({ ...changed, state: 'repaired' })).toContain('  Was taken out: 5.');
  });

  it('names the first missing event in the line about a stream that stays closed because of it', () => {
    const closed = { ...report, state: 'closed', hindrance: 'lost' } as const;
    const lost = (kind: FindingKind) => reportText({ ...closed, findings: [{ revision: 2, kind }] });
    for (const kind of ['deleted', 'cut'] as const)
      expect(lost(kind)).toMatch(/^nda-1: stays closed: event 2 is missing\n/);
    expect(lost('altered')).toMatch(/^nda-1: stays closed\n/);
  });

  it('says what helps a stream that stays closed', () => {
    const closed = { ...report, state: 'closed' } as const;
    expect(reportText({ ...closed, hindrance: 'lost' })).toMatch(/--from <file>.*\n.*--end/);
    expect(reportText({ ...closed, hindrance: 'store' })).toContain('--end');
    expect(reportText({ ...closed, hindrance: 'receipt' })).toContain('receipt');
    const branches = [
      { revision: 2, hash: 'ab'.repeat(32), type: 'NdaErased.v1', from: 'store' },
      { revision: 2, hash: 'cd'.repeat(32), type: null, from: 'nowhere' },
    ];
    const forked = reportText({ ...closed, hindrance: 'forked', branches });
    expect(forked).toContain('--branch abababababababab  NdaErased.v1, in the store');
    expect(forked).toContain('--branch cdcdcdcdcdcdcdcd  an event, of which only a leaf is known');
  });

  it('names the next part for a trust stream, which is never ended', () => {
    for (const hindrance of ['lost', 'store'] as const) {
      const text = reportText({ ...report, stream: 'trust-1', state: 'closed', hindrance });
      expect(text).toContain('siegel log:repair trust-1 --begin-part');
      expect(text).not.toContain('--end');
    }
  });

  it('says where a stream ends', () => {
    const end = { last: { revision: 4, hash: '' }, fault: 'cut', isMarked: true };
    expect(reportText({ ...report, state: 'repairable', end })).toContain(
      'would end behind event 4, for good',
    );
    expect(reportText({ ...report, state: 'repairable', end })).toMatch(
      /^nda-1: can be ended\n.* would end /,
    );
    expect(reportText({ ...report, state: 'ended', end: { ...end, last: null } })).toContain(
      'ended before its first event',
    );
  });

  it('ends with the numbers of a list, and with what to do next', () => {
    expect(summaryText({ ...none, repaired: 3, closed: 1 }, true)).toBe(
      '4 streams: 3 repaired, 1 stay closed.',
    );
    expect(summaryText({ ...none, repairable: 1 }, false)).toContain('--reason');
    expect(summaryText({ ...none, closed: 1 }, false)).toBe('Nothing was changed.');
  });

  it('has an exit code that says whether all streams are open or ended', () => {
    expect(isAllOpen({ ...none, whole: 1, repaired: 1, ended: 1 })).toBe(true);
    expect(isAllOpen({ ...none, whole: 1, closed: 1 })).toBe(false);
    expect(isAllOpen({ ...none, repairable: 1 })).toBe(false);
  });
});
