import { type ConsentTexts, payConsentTexts } from '@siegel/contracts/agreement/consent';
import type { Language } from '@siegel/contracts/enums';
import { formatDateTime, formatMoney } from '@siegel/contracts/formats';
import { PAGES } from '@siegel/contracts/pages';
import { formatRate, vatIncluded } from '@siegel/contracts/payments/vat';
import { oneLine } from '../escape-html.js';
import type { MailContent } from '../mail-layout.js';
import { type MailSite, pageOf, senderOf } from '../mail-site.js';
import { withdrawalInstruction } from '../withdrawal-instruction.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

/** What a party can order. */
export type OrderItem = 'sending' | 'invitingForBoth' | 'inviting' | 'share';

export interface OrderMailInput {
  readonly language: Language;
  readonly site: MailSite;
  /** Name of the payer. */
  readonly name: string;
  readonly number: string;
  readonly item: OrderItem;
  /** Amount of this payment in cents. */
  readonly amount: number;
  /**
   * True if this payment covers only a part of the order, and another payment or a voucher covered the rest.
   */
  readonly isPart: boolean;
  /** ISO 8601 UTC. */
  readonly paidAt: string;
  /** Last digits of the card; null if the provider does not report them. */
  readonly cardLastDigits: string | null;
  readonly paymentId: string;
  /** The consent that was shown above the button; null if no consent was recorded. `at` is ISO 8601 UTC. */
  readonly consent: { readonly wording: string; readonly at: string } | null;
  /** True if the order was a test, so nothing was charged. */
  readonly sandbox: boolean;
}

const WORDS = inBothLanguages({
  de: {
    subject: (number: string) => `Bestellbestätigung und Zahlungsbeleg ${number}`,
    preview: 'Was Sie bestellt und bezahlt haben.',
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: 'Ihre Bestellung ist bezahlt.',
    body: (operator: string) =>
      `Hiermit bestätigen wir Ihre Bestellung bei ${operator}. Ihre Zahlung ist eingegangen; diese E-Mail ist zugleich der Beleg dafür.`,
    keep: 'Bitte bewahren Sie sie auf.',
    items: {
      sending: 'Versand der unterschriebenen Geheimhaltungsvereinbarung an beide Parteien, einmalig',
      invitingForBoth:
        'Einladung zum Unterschreiben und Versand der unterschriebenen Geheimhaltungsvereinbarung, für beide Parteien, einmalig',
      inviting:
        'Ihr Anteil an der Einladung zum Unterschreiben und am Versand der unterschriebenen Geheimhaltungsvereinbarung, einmalig',
      share: 'Ihr Anteil am Versand der unterschriebenen Geheimhaltungsvereinbarung, einmalig',
    },
    facts: {
      number: 'Bestellnummer',
      ordered: 'Leistung',
      orderedAt: 'Bestellt am',
      total: 'Gesamtpreis',
      part: 'Betrag dieser Zahlung',
      paidAt: 'Bezahlt am',
      card: 'Bezahlt mit',
      payment: 'Zahlungsnummer',
      provider: 'Anbieter',
      consent: 'Ihre Erklärung',
    },
    vat: (rate: string, amount: string) => `darin ${rate} % USt.: ${amount}`,
    noVat: 'Umsatzsteuer wird nach § 19 UStG nicht erhoben.',
    digits: (digits: string | null) => (digits === null ? 'Karte' : `Karte mit den Endziffern ${digits}`),
    /** Quotes the label of the button. */
    button: (text: string) => `Schaltfläche „${text}“`,
    sandbox: 'Diese Bestellung war ein Test: Es wurde nichts abgebucht.',
    terms: 'Es gelten unsere Nutzungsbedingungen:',
  },
  en: {
    subject: (number) => `Order confirmation and receipt ${number}`,
    preview: 'What you ordered and paid.',
    greeting: (name) => `Hello ${name},`,
    heading: 'Your order is paid.',
    body: (operator) =>
      `We confirm your order with ${operator}. We have received your payment, and this e-mail is the receipt for it.`,
    keep: 'Please keep it.',
    items: {
      sending: 'Sending the signed non-disclosure agreement to both parties, once',
      invitingForBoth:
        'Inviting to sign, and sending the signed non-disclosure agreement, for both parties, once',
      inviting: 'Your share of inviting to sign and of sending the signed non-disclosure agreement, once',
      share: 'Your share of sending the signed non-disclosure agreement, once',
    },
    facts: {
      number: 'Order number',
      ordered: 'Service',
      orderedAt: 'Ordered',
      total: 'Total price',
      part: 'Amount of this payment',
      paidAt: 'Paid',
      card: 'Paid with',
      payment: 'Payment number',
      provider: 'Provider',
      consent: 'Your statement',
    },
    vat: (rate, amount) => `including ${rate}% VAT: ${amount}`,
    noVat: 'No VAT is charged according to section 19 UStG.',
    digits: (digits) => (digits === null ? 'Card' : `Card ending in ${digits}`),
    button: (text) => `Button “${text}”`,
    sandbox: 'This order was a test: nothing was charged.',
    terms: 'Our terms of use apply:',
  },
});

/**
 * Writes the total, with the operator's statement about VAT if there is one (rule:vat-follows-configuration).
 */
function totalOf({ amount, language, site: { vatRate } }: OrderMailInput): string {
  const words = WORDS[language];
  const total = formatMoney(amount, language);
  if (vatRate === null) return total;
  if (vatRate === 'none') return `${total}\n${words.noVat}`;
  const vat = formatMoney(vatIncluded(amount, vatRate), language);
  return `${total}\n${words.vat(formatRate(vatRate, language), vat)}`;
}

/** Writes the text of the consent that the party ticked, and the label of the button below that text. */
const statement = ({ pay, earlyPerformance }: ConsentTexts, language: Language): string =>
  [earlyPerformance, WORDS[language].button(pay)].join('\n');

function factsOf(input: OrderMailInput): MailContent['facts'] {
  const { language, site, consent, isPart } = input;
  const { facts, items, digits } = WORDS[language];
  const consentTexts = consent === null ? undefined : payConsentTexts(consent.wording, language);
  const consentedAt = consent === null ? '' : formatDateTime(consent.at, language);
  return [
    [facts.number, input.number],
    [facts.ordered, items[input.item]],
    [isPart ? facts.part : facts.total, totalOf(input)],
    ...(consent === null ? [] : ([[facts.orderedAt, consentedAt]] as const)),
    [facts.paidAt, formatDateTime(input.paidAt, language)],
    [facts.card, digits(input.cardLastDigits)],
    [facts.payment, input.paymentId],
    [facts.provider, [...site.operatorLines, ...(site.contact === null ? [] : [site.contact])].join('\n')],
    ...(consentTexts === undefined ? [] : ([[facts.consent, statement(consentTexts, language)]] as const)),
  ];
}

/**
 * Order confirmation and receipt in one mail, for a party that paid by card (rule:order-mail). Contains the
 * order, its price, the consent, and how to withdraw. The recipient may keep the mail for years, so it omits
 * the idea's title.
 */
export function orderMail(input: OrderMailInput): WrittenMail {
  const { language, site, number, sandbox } = input;
  const words = WORDS[language];
  return writtenMail(words.subject(number), {
    language,
    preview: words.preview,
    greeting: words.greeting(oneLine(input.name)),
    heading: words.heading,
    paragraphs: [words.body(site.operatorLines[0] ?? site.operator), words.keep],
    facts: factsOf(input),
    notes: [
      ...(sandbox ? [{ text: words.sandbox }] : []),
      { text: words.terms, url: pageOf(site, PAGES.legal.path, language) },
    ],
    notice: withdrawalInstruction(site, language, number),
    sender: senderOf(site, language),
  });
}
