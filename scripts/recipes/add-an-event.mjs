// The example: an event that records that a member of the operator's staff has reviewed an agreement. It is
// recorded only once for an agreement.
const NDA = 'backend/src/nda';

/** Adds a line for an event type to a table. The line follows the line of another event type. */
const row = (file, after, text) => ({ file, after: `  ${after}\n`, text: `  ${text}\n` });

const declared = [
  {
    file: `${NDA}/nda.registry.ts`,
    before: '  LegalHoldSet: {\n',
    text: `  NdaReviewed: {
    version: 1,
    open: { by: oneOf('admin', 'operator') },
    personal: { note: text },
    meaning: 'A person of the operator looked at the agreement.',
  },
`,
  },
  {
    file: `${NDA}/fixtures/NdaReviewed.v1.json`,
    text: `{
  "type": "NdaReviewed.v1",
  "open": {
    "by": "admin"
  },
  "personal": {
    "note": "Asked for by letter"
  }
}
`,
  },
];

const folded = [
  {
    file: `${NDA}/nda.state.ts`,
    before: '  readonly erasedAt: string | null;\n',
    text: '  readonly reviewedAt: string | null;\n',
  },
  row(`${NDA}/nda.state.ts`, 'legalHoldSince: null,', 'reviewedAt: null,'),
  row(
    `${NDA}/evolve/life.ts`,
    'ObligationClosed: (state, event) => ({ moneyBack: moneyBackAfter(state.moneyBack, event) }),',
    'NdaReviewed: (_, { at }) => ({ reviewedAt: at }),',
  ),
  {
    file: 'backend/src/agreements/agreement.projection.ts',
    from: /version: \d+,/,
    to: (found) => found.replace(/\d+/, (version) => String(Number(version) + 1)),
  },
];

/**
 * Lines for tables that need an entry for every event type. This event creates no obligations, and no
 * document or mail mentions it.
 */
const asked = [
  row(`${NDA}/cause.ts`, "ObligationClosed: 'operator',", "NdaReviewed: 'operator',"),
  row(`${NDA}/mail-fates.ts`, 'ObligationClosed: unchanged,', 'NdaReviewed: unchanged,'),
  row(`${NDA}/obligations-of-persons.ts`, 'ObligationClosed: owesNothing,', 'NdaReviewed: owesNothing,'),
  row(`${NDA}/owed-mails.ts`, 'ObligationClosed: unchanged,', 'NdaReviewed: unchanged,'),
  row(`${NDA}/rules/repeated-act.ts`, 'ObligationClosed: ofOperator,', 'NdaReviewed: ofOperator,'),
  row(`${NDA}/rules/sent-mail.ts`, 'ObligationClosed: noMail,', 'NdaReviewed: noMail,'),
  row(
    'backend/src/delivery/deliver-when-completed-and-paid.ts',
    'ObligationClosed: false,',
    'NdaReviewed: false,',
  ),
  row('backend/src/delivery/pdf/audit-sentences.ts', 'ObligationClosed: null,', 'NdaReviewed: null,'),
  row('backend/src/invitations/send-mails-when-owed.ts', 'ObligationClosed: none,', 'NdaReviewed: none,'),
  row('backend/src/payments/rules/leaves-unwanted.ts', 'ObligationClosed: ofNone,', 'NdaReviewed: ofNone,'),
  {
    file: 'frontend/src/locales/de/replay.json',
    before: '    "LegalHoldSet": ',
    text: '    "NdaReviewed": "Vom Betreiber angesehen",\n',
  },
  {
    file: 'frontend/src/locales/en/replay.json',
    before: '    "LegalHoldSet": ',
    text: '    "NdaReviewed": "Looked at by the operator",\n',
  },
];

const decided = [
  {
    file: `${NDA}/nda.commands.ts`,
    before: 'export interface SetLegalHold {',
    text: `export interface ReviewNda {
  readonly type: 'ReviewNda';
  readonly by: ObligationClosed['open']['by'];
  readonly note: string;
}
`,
  },
  row(`${NDA}/nda.commands.ts`, '| CloseObligation', '| ReviewNda'),
  {
    file: `${NDA}/nda.decide.ts`,
    before: "import { disputeSignature, signAsParty1, signAsParty2 } from './decide/sign.js';\n",
    text: "import { reviewNda } from './decide/review.js';\n",
  },
  row(`${NDA}/nda.decide.ts`, 'CloseObligation: always(closeObligation),', 'ReviewNda: living(reviewNda),'),
  {
    file: `${NDA}/decide/review.ts`,
    text: `import type { ReviewNda } from '../nda.commands.js';
import type { Decide } from './decide.js';

/** Records the first review only. */
export const reviewNda: Decide<ReviewNda> = ({ by, note }, { reviewedAt }) =>
  reviewedAt === null ? [{ type: 'NdaReviewed', open: { by }, personal: { note } }] : [];
`,
  },
  {
    file: `${NDA}/decide/review.spec.ts`,
    text: `import { oneOfEachCommand } from '../testing/commands.js';
import { given } from '../testing/given.js';
import { created, erased, reviewed } from '../testing/samples.js';

describe('ReviewNda', () => {
  const review = oneOfEachCommand.ReviewNda;
  it('is recorded once, with the first note', () => {
    given(created).when(review).then(reviewed);
    given(created, reviewed)
      .when({ ...review, note: 'another' })
      .thenNothing();
  });
  it('is refused after an erasure', () => given(created, erased).when(review).thenRefused('nda_erased'));
});
`,
  },
];

const sampled = [
  {
    file: `${NDA}/testing/samples.ts`,
    before: 'export const holdSet: NdaEvent =',
    text: `export const reviewed: NdaEvent = {
  type: 'NdaReviewed',
  open: { by: 'admin' },
  personal: { note: 'Asked for by letter' },
};
`,
  },
  row(`${NDA}/testing/sample-histories.ts`, 'requested,', 'reviewed,'),
  row(`${NDA}/testing/sample-histories.ts`, 'ObligationClosed: obligationClosed,', 'NdaReviewed: reviewed,'),
  {
    file: `${NDA}/testing/commands.ts`,
    before: '  SetLegalHold: {',
    text: "  ReviewNda: { type: 'ReviewNda', by: 'admin', note: 'Asked for by letter' },\n",
  },
];

export const recipe = {
  heading: 'Add an event',
  steps: [...declared, ...folded, ...asked, ...decided, ...sampled],
};
