import type { AgreementTemplate } from './template.js';
import { dutiesV1En } from './template-v1-duties.en.js';
import { generalV1En } from './template-v1-general.en.js';

/** Template v1 in English. German law governs the agreement in both languages. Frozen. */
export const templateV1En: AgreementTemplate = {
  title: 'Non-Disclosure Agreement',
  subtitle: 'on the confidential treatment of an idea',
  issued: 'Issued on {issueDate}',
  provisional: 'Draft – the date of issue is set on confirmation',
  discloser: 'Disclosing Party',
  recipient: 'Receiving Party',
  durations: {
    '1y': 'one year',
    '2y': 'two years',
    '3y': 'three years',
    '5y': 'five years',
    unlimited: 'for an indefinite period',
  },
  scopes: {
    germany: 'within the territory of the Federal Republic of Germany',
    eu: 'within the territory of the European Union',
    europe: 'within Europe, including the European states outside the European Union',
    worldwide: 'worldwide',
  },
  notSpecified: 'Not specified',
  noPenalty: 'No',
  returned: 'return or destroy',
  notReturned: 'not',
  blanks: {
    ideaTitle: '[title of the idea]',
    ideaDescription: '[description of the idea]',
    party1Name: '[name of the Disclosing Party]',
    party2Name: '[name of the Receiving Party]',
    duration: '[term]',
    geographicScope: '[geographic scope]',
    penaltyClause: '[amount] EUR',
  },
  sections: [...dutiesV1En, ...generalV1En],
};
