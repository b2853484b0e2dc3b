import type { Duration, GeographicScope, Language } from '@siegel/contracts/enums';
import { formatDateTime, formatMoney } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import type { MailHeaders, MailPerson } from '../mail-transport.js';
import type { MailNote } from '../mail-layout.js';
import { inLanguage, type MailSite } from '../mail-site.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

/** Facts that the invitation and its reminders contain. */
export interface InvitationMailInput {
  readonly language: Language;
  readonly site: MailSite;
  /** Party 1. Replies to the mail go to Party 1's address. */
  readonly inviter: MailPerson & { readonly company: string | null };
  /** Name of Party 2. */
  readonly recipient: string;
  readonly ideaTitle: string;
  readonly duration: Duration;
  readonly geographicScope: GeographicScope;
  /** Party 2's share of the price; null if Party 1 pays for both. */
  readonly share: { readonly cents: number; readonly paid: boolean } | null;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
  readonly signUrl: string;
  /** Page on which reminders can be declined. */
  readonly declineUrl: string;
  /** Address that accepts a one-click `POST`. RFC 8058 requires that the address uses https. */
  readonly oneClickUrl: string;
}

const WORDS = inBothLanguages({
  de: {
    from: 'Von',
    idea: 'Idee',
    duration: 'Vertragsdauer',
    durations: {
      '1y': '1 Jahr',
      '2y': '2 Jahre',
      '3y': '3 Jahre',
      '5y': '5 Jahre',
      unlimited: 'Unbefristet',
    },
    scope: 'Geografischer Geltungsbereich',
    scopes: { germany: 'Deutschland', eu: 'Europäische Union', europe: 'Europa', worldwide: 'Weltweit' },
    cost: 'Kosten',
    free: 'Für Sie kostenlos',
    due: (amount: string) => `Ihr Anteil: ${amount}, zu zahlen nach dem Lesen und vor dem Unterschreiben`,
    paid: (amount: string) => `Ihr Anteil von ${amount} ist bezahlt`,
    testMode: ' (Testbetrieb, es fließt kein Geld)',
    expires: 'Link gültig bis',
    own: (inviter: string) =>
      `Dieser Link gehört nur Ihnen. Bitte leiten Sie ihn nicht weiter: Wer ihn öffnet, kann in Ihrem Namen unterschreiben. Antworten auf diese Nachricht gehen an ${inviter}. Kennen Sie diese Partei nicht, ist nichts zu tun. Der Link verfällt von selbst.`,
    decline: 'Sie möchten nicht erinnert werden? Der Link zum Unterschreiben gilt weiter:',
  },
  en: {
    from: 'From',
    idea: 'Idea',
    duration: 'Duration',
    durations: { '1y': '1 year', '2y': '2 years', '3y': '3 years', '5y': '5 years', unlimited: 'Unlimited' },
    scope: 'Geographic scope',
    scopes: { germany: 'Germany', eu: 'European Union', europe: 'Europe', worldwide: 'Worldwide' },
    cost: 'Cost',
    free: 'Free of charge for you',
    due: (amount) => `Your share: ${amount}, to be paid after reading and before signing`,
    paid: (amount) => `Your share of ${amount} is paid`,
    testMode: ' (test mode, no money moves)',
    expires: 'Link valid until',
    own: (inviter) =>
      `This link is yours alone. Please do not forward it: whoever opens it can sign in your name. Replies to this message go to ${inviter}. If you do not know this party, there is nothing to do. The link expires by itself.`,
    decline: 'Would you rather not be reminded? The link for signing stays valid:',
  },
});

function costOf({ share, language, site }: InvitationMailInput): string {
  const words = WORDS[language];
  if (share === null) return words.free;
  const amount = formatMoney(share.cents, language);
  return (share.paid ? words.paid(amount) : words.due(amount)) + (site.testMode ? words.testMode : '');
}

export function invitationFacts(input: InvitationMailInput): readonly (readonly [string, string])[] {
  const words = WORDS[input.language];
  const { name, company } = input.inviter;
  const from = [name, ...(company === null ? [] : [company])].map(oneLine).join(', ');
  return [
    [words.from, from],
    [words.idea, oneLine(input.ideaTitle)],
    [words.duration, words.durations[input.duration]],
    [words.scope, words.scopes[input.geographicScope]],
    [words.cost, costOf(input)],
    [words.expires, formatDateTime(input.expiresAt, input.language)],
  ];
}

export function invitationNotes({ language, inviter, declineUrl }: InvitationMailInput): MailNote[] {
  const words = WORDS[language];
  return [
    { text: words.own(oneLine(inviter.name)) },
    { text: words.decline, url: inLanguage(declineUrl, language) },
  ];
}

/**
 * If the one-click address uses https, `List-Unsubscribe` contains only that address, because RFC 8058 allows
 * a single https URI (section 3.1).
 */
const declineHeaders = ({ oneClickUrl, declineUrl, language }: InvitationMailInput): MailHeaders =>
  oneClickUrl.startsWith('https:')
    ? { 'List-Unsubscribe': `<${oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : { 'List-Unsubscribe': `<${inLanguage(declineUrl, language)}>` };

/** Returns the reply address and the headers of a mail whose notes offer to decline reminders. */
export const invitationHeaders = (
  input: InvitationMailInput,
): { readonly replyTo: MailPerson; readonly headers: MailHeaders } => ({
  replyTo: { name: oneLine(input.inviter.name), address: input.inviter.address },
  headers: declineHeaders(input),
});
