import type { Language } from '../enums.js';
import type { AgreementTemplate } from './template.js';
import { dutiesV2De } from './template-v2-duties.de.js';
import { dutiesV2En } from './template-v2-duties.en.js';
import { generalV2De } from './template-v2-general.de.js';
import { generalV2En } from './template-v2-general.en.js';
import { templateV1De } from './template-v1.de.js';
import { templateV1En } from './template-v1.en.js';

/**
 * Version 2 of the agreement. It corrects the clauses of version 1 that would not have been valid
 * (docs/decisions/0029-agreement-version-2.md). Frozen, as are the parts of version 1 that it reuses.
 */
export const templateV2: Readonly<Record<Language, AgreementTemplate>> = {
  de: {
    ...templateV1De,
    scopes: {
      ...templateV1De.scopes,
      eu: 'im jeweiligen Gebiet der Europäischen Union',
      europe: 'in Europa, das heißt im jeweiligen Gebiet der Mitgliedstaaten des Europarats',
    },
    blanks: {
      ...templateV1De.blanks,
      duration: '[Vertragsdauer]',
      geographicScope: '[Geografischer Geltungsbereich]',
    },
    sections: [...dutiesV2De, ...generalV2De],
  },
  en: {
    ...templateV1En,
    scopes: {
      ...templateV1En.scopes,
      eu: 'within the territory of the European Union as it is at the time',
      europe:
        'within Europe, that is, within the territory of the member states of the Council of Europe as it is at the time',
    },
    sections: [...dutiesV2En, ...generalV2En],
  },
};
