import type { KeptReport, MailFacts, PaymentFacts } from '../kept-report.events.js';
import type { LogBegun, RecordsEvent } from '../trust.events.js';
import { recordsDecider } from '../records.decider.js';
import { recordsStream } from '../trust.events.js';
import { type Scenarios, scenarios } from '../../eventsourcing/journal/testing/given-when-then.js';
import type { RecordsCommand } from '../records.commands.js';

/** The stream that the sample records are about. */
export const CLOSED = 'nda-01890a5d-ac96-774b-bcce-b302099a8057';
export const START = '2026-12-01T10:00:00.000Z';

const recordScenarios: Scenarios<RecordsCommand, RecordsEvent> = scenarios(
  recordsDecider,
  recordsStream(CLOSED),
  START,
);
export const given: Scenarios<RecordsCommand, RecordsEvent>['given'] = recordScenarios.given;
export const history: Scenarios<RecordsCommand, RecordsEvent>['history'] = recordScenarios.history;

const HASH = 'ab'.repeat(32);

export const begun: LogBegun['open'] = {
  log: `log-${'5e'.repeat(16)}`,
  origin: 'siegel.example/log',
  part: 1,
  before: null,
  reason: null,
};

export const payment: PaymentFacts = {
  paymentIntentId: 'pi_1',
  party: 1,
  attempt: 1,
  status: 'succeeded',
  amount: 998,
  currency: 'EUR',
  refunded: 0,
  chargeback: null,
  code: null,
  occurrence: null,
  declines: 0,
};

export const mail: MailFacts = {
  messageDigest: 'cd'.repeat(32),
  what: 'bounced',
  code: 'bounced',
  permanent: true,
  at: START,
};

/** Returns the key with this number. */
export const keyNo = (n: number): string => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;

export const kept = (report: KeptReport, key = keyNo(1)): RecordsEvent => ({
  type: 'ReportKept',
  open: { kind: report.kind, key, facts: report.facts },
});
export const keep = (report: KeptReport, key = keyNo(1)): RecordsCommand => ({
  type: 'KeepReport',
  key,
  report,
});

export const PAYMENT: KeptReport = { kind: 'payment', facts: payment };
export const MAIL: KeptReport = { kind: 'mail', facts: mail };
export const DISPUTE: KeptReport = { kind: 'dispute', facts: { party: 2 } };
export const HOLD: KeptReport = { kind: 'hold', facts: {} };
export const LIFTED: KeptReport = { kind: 'hold-lifted', facts: {} };

export const partBegun: RecordsEvent = {
  type: 'PartBegun',
  open: {
    part: 2,
    before: { stream: recordsStream(CLOSED), revision: 3, hash: HASH },
    reason: 'The part before was altered',
  },
};
export const restored: RecordsEvent = {
  type: 'StreamRestored',
  open: {
    stream: CLOSED,
    removed: [{ revision: 5, hash: HASH }],
    removedMore: null,
    putBack: [],
    chosen: null,
    givenUp: [],
    last: { revision: 4, hash: HASH },
    reason: 'Foreign event after a leaked password',
  },
};
export const ended: RecordsEvent = {
  type: 'StreamEnded',
  open: {
    stream: CLOSED,
    last: { revision: 4, hash: HASH },
    fault: 'revision',
    reason: 'No backup has event 5',
  },
};
export const keyDue: RecordsEvent = {
  type: 'EndedKeyDue',
  open: { stream: CLOSED, reason: 'Its retention is over' },
};
export const keyDestroyed: RecordsEvent = {
  type: 'EndedKeyDestroyed',
  open: {
    stream: CLOSED,
    keyId: 'key-1',
    destroyedAt: START,
    eventId: keyNo(7),
    eventHash: HASH,
    receiptKeyId: 'receipt-1',
    receiptSignature: 'c2lnbmF0dXJl',
  },
};
