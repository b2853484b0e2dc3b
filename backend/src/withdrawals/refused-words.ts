import type { Language } from '@siegel/contracts/enums';
import type { SiteView } from '@siegel/contracts/site';
import { inBothLanguages } from '../platform/language/both-languages.js';

type Operator = Pick<SiteView, 'operatorName' | 'operatorAddress' | 'operatorEmail' | 'operatorPhone'>;

const WORDS = inBothLanguages({
  de: {
    tooMany: 'Zurzeit kommen hier zu viele Widerrufe an. Ihr Widerruf ist nicht eingegangen.',
    /** @param ways in which the operator can be reached */
    otherwise: (ways: string) => `Erklären Sie ihn bitte auf anderem Weg: ${ways}.`,
    phone: 'Telefon',
    imprint: 'Die Anschrift des Betreibers steht im Impressum.',
  },
  en: {
    tooMany: 'Too many withdrawals are coming in here at the moment. Yours was not received.',
    otherwise: (ways) => `Please declare it in another way: ${ways}.`,
    phone: 'telephone',
    imprint: 'The operator’s address is in the imprint.',
  },
});

function wordsIn(language: Language, operator: Operator): string {
  const { tooMany, otherwise, phone, imprint } = WORDS[language];
  const { operatorName, operatorAddress, operatorEmail, operatorPhone } = operator;
  const ways = [
    operatorName,
    ...operatorAddress,
    operatorEmail,
    operatorPhone && `${phone} ${operatorPhone}`,
  ];
  const known = ways.filter((way) => way !== null && way !== '');
  return `${tooMany} ${known.length === 0 ? imprint : otherwise(known.join(', '))}`;
}

/**
 * Returns the text of the response to a withdrawal that a limit refused, in each language. The text states
 * other ways to withdraw. Pure.
 */
export const refusedWords = (operator: Operator): Readonly<Record<Language, string>> => ({
  de: wordsIn('de', operator),
  en: wordsIn('en', operator),
});
