import type { Language, Party, SignatureMode } from '../enums.js';

/**
 * Version of the wording below. `Party1Signed` and `Party2Signed` name this version. A changed sentence needs
 * a new version.
 */
export const CONSENT_WORDING = 'v1';
/**
 * Version of the wording that is shown for a payment: the button, the withdrawal notice and the consent.
 * `PaymentConsentGiven` names this version.
 */
export const PAY_CONSENT_WORDING = 'v1';
/**
 * All versions that a dialog may still show. A dialog may have been opened before the newest version was
 * published.
 */
export const PAY_CONSENT_WORDINGS = [PAY_CONSENT_WORDING] as const;
export type PayConsentWording = (typeof PAY_CONSENT_WORDINGS)[number];

export interface ConsentTexts {
  /** Shown beside the button with which a party signs (rule:simple-electronic-signature). */
  readonly sign: string;
  /** Shown beside the same button instead of `sign` if Party 2 signs on Party 1's device. */
  readonly signInPerson: string;
  /** The notice on withdrawal (§§ 312g, 355 BGB). It is shown above the button with which a party pays. */
  readonly withdrawal: string;
  /** The consent that consumers are asked for before the service begins (§ 356 (4) BGB). */
  readonly earlyPerformance: string;
  /** Label of the button with which a party pays (§ 312j (3) BGB, rule:pay-button). */
  readonly pay: string;
}

export const CONSENT: Readonly<Record<Language, ConsentTexts>> = {
  de: {
    sign: 'Ich habe die Vereinbarung gelesen und bin mit ihr einverstanden. Mir ist bekannt, dass ich sie mit einer einfachen elektronischen Signatur verbindlich unterschreibe.',
    signInPerson:
      'Ich habe die Vereinbarung gelesen und bin mit ihr einverstanden. Mir ist bekannt, dass ich sie auf diesem Gerät mit einer einfachen elektronischen Signatur verbindlich unterschreibe.',
    withdrawal:
      'Als Verbraucherin oder Verbraucher können Sie diesen Vertrag binnen 14 Tagen ohne Angabe von Gründen widerrufen. Das Widerrufsrecht erlischt, wenn wir die Leistung vollständig erbracht haben.',
    earlyPerformance:
      'Ich stimme ausdrücklich zu, dass vor Ablauf der Widerrufsfrist mit der Leistung begonnen wird. Mir ist bekannt, dass mein Widerrufsrecht erlischt, sobald sie vollständig erbracht ist.',
    pay: 'Zahlungspflichtig bestellen',
  },
  en: {
    sign: 'I have read the agreement and I agree to it. I understand that I sign it bindingly with a simple electronic signature.',
    signInPerson:
      'I have read the agreement and I agree to it. I understand that I sign it bindingly on this device with a simple electronic signature.',
    withdrawal:
      'As a consumer you may withdraw from this contract within 14 days without giving a reason. The right of withdrawal ends once we have performed the service in full.',
    earlyPerformance:
      'I expressly agree that the service begins before the withdrawal period ends. I understand that my right of withdrawal ends once it has been performed in full.',
    pay: 'Order with obligation to pay',
  },
};

/**
 * Every wording of the consent that was ever shown for a signature. The key is the version that events name.
 */
const WORDINGS: Readonly<Record<string, Readonly<Record<Language, ConsentTexts>>>> = {
  [CONSENT_WORDING]: CONSENT,
};

/** Every wording of the consent that was ever shown for an order. The key is the version that events name. */
const PAY_WORDINGS: Readonly<Record<PayConsentWording, Readonly<Record<Language, ConsentTexts>>>> = {
  v1: CONSENT,
};

/**
 * Returns the texts exactly as they were shown above and on the button with which a party ordered. Returns
 * undefined for an unknown version.
 */
export const payConsentTexts = (wording: string, language: Language): ConsentTexts | undefined =>
  Object.hasOwn(PAY_WORDINGS, wording) ? PAY_WORDINGS[wording as PayConsentWording][language] : undefined;

/**
 * Returns the text exactly as it was shown beside the button with which a party signed. Returns undefined for
 * an unknown version.
 */
export function consentText(
  wording: string,
  { language, party, channel }: { language: Language; party: Party; channel: SignatureMode },
): string | undefined {
  const texts = Object.hasOwn(WORDINGS, wording) ? WORDINGS[wording]?.[language] : undefined;
  return party === 2 && channel === 'in-person' ? texts?.signInPerson : texts?.sign;
}
