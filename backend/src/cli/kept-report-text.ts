import type { KeptReport, PaymentFacts } from '../trust-stream/kept-report.events.js';
import type { OpenReport } from '../trust-stream/records.state.js';

/** Returns one line about a kept report: what was reported, and when. The line has no personal data. */
export const keptReportText = ({ at, report }: Pick<OpenReport, 'at' | 'report'>): string =>
  `${at}  ${nameOf(report)}`;

function nameOf(report: KeptReport): string {
  switch (report.kind) {
    case 'payment':
      return paymentText(report.facts);
    case 'mail':
      return `mail ${report.facts.what} (${report.facts.code})`;
    case 'dispute':
      return `dispute of the signature of Party ${report.facts.party}`;
    case 'hold':
      return 'legal hold';
    case 'hold-lifted':
      return 'end of the legal hold';
  }
}

function paymentText(facts: PaymentFacts): string {
  const { paymentIntentId, party, status, amount, refunded, chargeback, currency } = facts;
  const money = (cents: number, of = currency): string => `${(cents / 100).toFixed(2)} ${of}`;
  return [
    `payment ${paymentIntentId} of Party ${party}: ${money(amount)} ${status}`,
    ...(refunded > 0 ? [`${money(refunded)} refunded`] : []),
    ...(chargeback === null
      ? []
      : [`chargeback over ${money(chargeback.amount, chargeback.currency)} ${chargeback.state}`]),
  ].join(', ');
}
