import type { Language } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { oneLine } from './escape-html.js';
import type { MailContent } from './mail-layout.js';
import { type MailSite, pageOf } from './mail-site.js';
import { inBothLanguages } from '../platform/language/both-languages.js';

const WORDS = inBothLanguages({
  de: {
    title: 'Woher wir Ihre Daten haben und was damit geschieht (Art. 14 DSGVO)',
    labels: {
      controller: 'Verantwortlich',
      purposes: 'Zwecke',
      basis: 'Rechtsgrundlage',
      data: 'Daten und Herkunft',
      receivers: 'Empfänger',
      periods: 'Dauer',
      rights: 'Ihre Rechte',
    },
    controller: (operator: string, contact: string | null) =>
      contact === null
        ? `${operator}. Wie Sie uns erreichen, steht im Impressum.`
        : `${operator}. Schreiben Sie uns an ${contact}.`,
    purposes:
      'Die Vereinbarung unterschreiben lassen und Ihnen zusenden; später nachweisen können, wer was wann unterschrieben hat; Missbrauch abwehren.',
    basis:
      'Das berechtigte Interesse von Partei 1 und von uns, die Vereinbarung zu erstellen, unterschreiben zu lassen, zuzusenden und nachzuweisen (Art. 6 Abs. 1 Buchst. f DSGVO).',
    basisOfPaying: ' Für Ihre Zahlung der Vertrag darüber (Art. 6 Abs. 1 Buchst. b DSGVO).',
    data: (party1: string) =>
      `Ihr Name, Ihre E-Mail-Adresse, wenn angegeben Ihr Unternehmen, und der Inhalt der Vereinbarung. Diese Daten haben wir von Partei 1, ${party1}.`,
    signed:
      'Mit Ihrer Unterschrift speichern wir ihr Bild, ihren Zeitpunkt und ihre Art, IP-Adresse und Kennung des Browsers.',
    otherParty: 'die andere Partei',
    receiver: {
      payment: (name: string) => `${name} für die Zahlung, wenn Sie eine leisten`,
      mail: (name: string) => `${name} für den Versand unserer E-Mails`,
      ai: (name: string) => `${name}, wenn Partei 1 die Beschreibung der Idee überarbeiten lässt`,
    },
    authorities: 'Behörden und Gerichte, soweit ein Gesetz uns dazu verpflichtet',
    periods:
      'Eine Vereinbarung, die eine Partei unterschrieben hat, bleibt gespeichert, bis eine Partei sie löschen lässt.',
    rights:
      'Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Datenübertragbarkeit (Art. 15 bis 20 DSGVO). Der Verarbeitung können Sie aus Gründen widersprechen, die sich aus Ihrer besonderen Situation ergeben (Art. 21 DSGVO). Beschweren können Sie sich bei einer Datenschutz-Aufsichtsbehörde (Art. 77 DSGVO), zum Beispiel an Ihrem Wohnort.',
    more: 'Alles Weitere steht in der Datenschutzerklärung:',
  },
  en: {
    title: 'Where your data comes from, and what happens to it (Art. 14 GDPR)',
    labels: {
      controller: 'Controller',
      purposes: 'Purposes',
      basis: 'Legal basis',
      data: 'Data and its source',
      receivers: 'Recipients',
      periods: 'Period',
      rights: 'Your rights',
    },
    controller: (operator, contact) =>
      contact === null
        ? `${operator}. How to reach us is in the imprint.`
        : `${operator}. Write to us at ${contact}.`,
    purposes:
      'Having the agreement signed and sending it to you; being able to prove later who signed what and when; preventing abuse.',
    basis:
      'The legitimate interest of Party 1 and ourselves in creating the agreement, having it signed, sending it and proving it (Art. 6(1)(f) GDPR).',
    basisOfPaying: ' For your payment, the contract about it (Art. 6(1)(b) GDPR).',
    data: (party1) =>
      `Your name, your e-mail address, if given your company, and the content of the agreement. It comes from Party 1, ${party1}.`,
    signed:
      'With your signature we store its picture, its time and kind, the IP address and the browser identification.',
    otherParty: 'the other party',
    receiver: {
      payment: (name) => `${name} for the payment, if you make one`,
      mail: (name) => `${name} for sending our e-mails`,
      ai: (name) => `${name}, if Party 1 has the description of the idea rewritten`,
    },
    authorities: 'authorities and courts, as far as a law obliges us',
    periods: 'An agreement that a party has signed stays stored until a party has it deleted.',
    rights:
      'Access, rectification, erasure, restriction of processing and data portability (Art. 15 to 20 GDPR). You may object to the processing on grounds relating to your particular situation (Art. 21 GDPR). You may complain to a data protection authority (Art. 77 GDPR), for example where you live.',
    more: 'Everything else is in the privacy policy:',
  },
});

/**
 * The notice about personal data in Party 2's first mail (rule:party2-is-told-of-its-data).
 * @param party1 Party 1's name
 * @param pays true if Party 2 pays a share
 */
export function privacyNotice(
  site: MailSite,
  language: Language,
  party1: string,
  pays: boolean,
): NonNullable<MailContent['notice']> {
  const words = WORDS[language];
  const { labels } = words;
  const receivers = [
    words.otherParty,
    ...site.receivers.map(({ role, name }) => words.receiver[role](name)),
    words.authorities,
  ].join('; ');
  return {
    title: words.title,
    points: [
      [labels.controller, words.controller(site.operator, site.contact)],
      [labels.purposes, words.purposes],
      [labels.basis, words.basis + (pays ? words.basisOfPaying : '')],
      [labels.data, `${words.data(oneLine(party1))} ${words.signed}`],
      [labels.receivers, `${receivers.charAt(0).toUpperCase()}${receivers.slice(1)}.`],
      [labels.periods, words.periods],
      [labels.rights, words.rights],
    ],
    more: { text: words.more, url: pageOf(site, PAGES.privacy.path, language) },
  };
}
