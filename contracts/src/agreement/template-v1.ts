import type { Language } from '../enums.js';
import type { AgreementTemplate } from './template.js';
import { templateV1De } from './template-v1.de.js';
import { templateV1En } from './template-v1.en.js';

/** Version 1 of the agreement. Both languages have the same 17 clauses. */
export const templateV1: Readonly<Record<Language, AgreementTemplate>> = {
  de: templateV1De,
  en: templateV1En,
};
