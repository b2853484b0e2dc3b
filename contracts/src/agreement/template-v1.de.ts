import type { AgreementTemplate } from './template.js';
import { dutiesV1De } from './template-v1-duties.de.js';
import { generalV1De } from './template-v1-general.de.js';

/** Template v1 in German. Frozen. */
export const templateV1De: AgreementTemplate = {
  title: 'Geheimhaltungsvereinbarung',
  subtitle: 'über die vertrauliche Behandlung einer Idee',
  issued: 'Ausgestellt am {issueDate}',
  provisional: 'Entwurf – das Ausstellungsdatum wird mit der Bestätigung festgelegt',
  discloser: 'Offenlegende Partei',
  recipient: 'Empfangende Partei',
  durations: {
    '1y': 'einem Jahr',
    '2y': 'zwei Jahren',
    '3y': 'drei Jahren',
    '5y': 'fünf Jahren',
    unlimited: 'auf unbestimmte Zeit',
  },
  scopes: {
    germany: 'im Gebiet der Bundesrepublik Deutschland',
    eu: 'im Gebiet der Europäischen Union',
    europe: 'in Europa, also auch in den europäischen Staaten außerhalb der Europäischen Union',
    worldwide: 'weltweit',
  },
  notSpecified: 'Nicht angegeben',
  noPenalty: 'nicht',
  returned: 'zurückzugeben oder zu vernichten',
  notReturned: 'nicht',
  blanks: {
    ideaTitle: '[Titel der Idee]',
    ideaDescription: '[Beschreibung der Idee]',
    party1Name: '[Name der offenlegenden Partei]',
    party2Name: '[Name der empfangenden Partei]',
    duration: '[Laufzeit]',
    geographicScope: '[Geltungsbereich]',
    penaltyClause: '[Betrag] EUR',
  },
  sections: [...dutiesV1De, ...generalV1De],
};
