import type { Language } from '@siegel/contracts/enums';
import { ORDER_ANCHOR, WITHDRAW_PATH } from '@siegel/contracts/addresses';
import type { MailContent } from './mail-layout.js';
import { type MailSite, pageOf } from './mail-site.js';

interface Words {
  readonly title: string;
  readonly right: readonly [title: string, period: string, how: string];
  readonly form: string;
  readonly online: string;
  readonly inTime: string;
  readonly effects: readonly [title: string, money: string, share: string];
  readonly end: readonly [title: string, text: string];
  readonly model: readonly [title: string, intro: string];
  readonly to: string;
  readonly lines: readonly string[];
  readonly delete: string;
  readonly page: string;
}

/** The wording is the same as on the legal page. */
const WORDS: Readonly<Record<Language, Words>> = {
  de: {
    title: 'Widerrufsbelehrung',
    right: [
      'Widerrufsrecht',
      'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
      'Um Ihr Widerrufsrecht auszuüben, müssen Sie uns mittels einer eindeutigen Erklärung (zum Beispiel ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie erreichen uns unter:',
    ],
    form: 'Sie können dafür das beigefügte Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.',
    online:
      'Sie können Ihr Widerrufsrecht auch online ausüben; die Adresse steht unten. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen unverzüglich per E-Mail eine Eingangsbestätigung mit dem Inhalt der Widerrufserklärung sowie dem Datum und der Uhrzeit ihres Eingangs.',
    inTime:
      'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
    effects: [
      'Folgen des Widerrufs',
      'Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben, unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung über Ihren Widerruf dieses Vertrags bei uns eingegangen ist. Für diese Rückzahlung verwenden wir dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
      'Haben Sie verlangt, dass die Dienstleistung während der Widerrufsfrist beginnen soll, so haben Sie uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von der Ausübung des Widerrufsrechts hinsichtlich dieses Vertrags unterrichten, bereits erbrachten Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen entspricht.',
    ],
    end: [
      'Vorzeitiges Erlöschen',
      'Das Widerrufsrecht erlischt, wenn wir die Dienstleistung vollständig erbracht haben und Sie vorher ausdrücklich zugestimmt haben, dass wir vor Ablauf der Widerrufsfrist beginnen, und Ihre Kenntnis davon bestätigt haben, dass Ihr Widerrufsrecht mit vollständiger Vertragserfüllung erlischt.',
    ],
    model: [
      'Muster-Widerrufsformular',
      'Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.',
    ],
    to: 'An:',
    lines: [
      'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über die Erbringung der folgenden Dienstleistung (*)',
      'Bestellt am (*)/erhalten am (*)',
      'Name des/der Verbraucher(s)',
      'Anschrift des/der Verbraucher(s)',
      'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier)',
      'Datum',
    ],
    delete: '(*) Unzutreffendes streichen.',
    page: 'Vertrag widerrufen:',
  },
  en: {
    title: 'Instructions on withdrawal',
    right: [
      'Right of withdrawal',
      'You have the right to withdraw from this contract within 14 days without giving any reason. The withdrawal period will expire after 14 days from the day of the conclusion of the contract.',
      'To exercise the right of withdrawal, you must inform us of your decision to withdraw from this contract by an unequivocal statement (for example a letter sent by post or an e-mail). You reach us at:',
    ],
    form: 'You may use the attached model withdrawal form, but it is not obligatory.',
    online:
      'You can also exercise your right of withdrawal online; the address is below. If you use this online function, we will send you by e-mail without delay an acknowledgement of receipt with the content of the withdrawal statement and the date and time of its receipt.',
    inTime:
      'To meet the withdrawal deadline, it is sufficient for you to send your communication concerning your exercise of the right of withdrawal before the withdrawal period has expired.',
    effects: [
      'Effects of withdrawal',
      'If you withdraw from this contract, we shall reimburse to you all payments received from you without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw from this contract. We will carry out such reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of such reimbursement.',
      'If you requested to begin the performance of services during the withdrawal period, you shall pay us an amount which is in proportion to what has been provided until you have communicated us your withdrawal from this contract, in comparison with the full coverage of the contract.',
    ],
    end: [
      'Early end of the right',
      'The right of withdrawal ends once we have performed the service in full, if you had expressly agreed before that we begin before the withdrawal period ends, and had acknowledged that your right of withdrawal ends with full performance of the contract.',
    ],
    model: [
      'Model withdrawal form',
      'Complete and return this form only if you wish to withdraw from the contract.',
    ],
    to: 'To:',
    lines: [
      'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract for the provision of the following service (*)',
      'Ordered on (*)/received on (*)',
      'Name of consumer(s)',
      'Address of consumer(s)',
      'Signature of consumer(s) (only if this form is notified on paper)',
      'Date',
    ],
    delete: '(*) Delete as appropriate.',
    page: 'Withdraw from contract:',
  },
};

/**
 * The instruction on withdrawal and its model form, with the page on which a withdrawal can be declared (§
 * 312f (2) BGB; annexes 1 and 2 to Art. 246a § 1 (2) EGBGB). Counsel must confirm the wording before the
 * service goes live.
 * @param order the order's number
 */
export function withdrawalInstruction(
  site: MailSite,
  language: Language,
  order: string,
): NonNullable<MailContent['notice']> {
  const words = WORDS[language];
  const [right, period, how] = words.right;
  const [effects, money, share] = words.effects;
  const [end, endText] = words.end;
  const [model, intro] = words.model;
  const operator = [...site.operatorLines, ...(site.contact === null ? [] : [site.contact])];
  const lines = (...texts: readonly string[]): string => texts.join('\n');
  return {
    title: words.title,
    points: [
      [right, lines(period, how, ...operator, words.form, words.online, words.inTime)],
      [effects, lines(money, share)],
      [end, endText],
      [model, lines(intro, words.to, ...operator, ...words.lines.map((line) => `– ${line}`), words.delete)],
    ],
    more: { text: words.page, url: pageOf(site, `${WITHDRAW_PATH}${ORDER_ANCHOR}${order}`, language) },
  };
}
