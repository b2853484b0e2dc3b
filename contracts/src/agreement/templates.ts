import type { Language } from '../enums.js';
import { formatDay, formatDayMonthFirst } from '../formats.js';
import type { AgreementTemplate } from './template.js';
import { templateV1 } from './template-v1.js';
import { templateV2 } from './template-v2.js';

interface TemplateEdition {
  readonly texts: Readonly<Record<Language, AgreementTemplate>>;
  /** Format of the day of issue in the agreement. */
  readonly formatDay: (day: string, language: Language) => string;
}

/**
 * Every version under which an agreement was ever made. Each version stays here, so that old agreements can
 * still be rendered (rule:agreements-keep-their-version).
 */
export const TEMPLATES = {
  v1: { texts: templateV1, formatDay: formatDayMonthFirst },
  v2: { texts: templateV2, formatDay },
} as const satisfies Readonly<Record<string, TemplateEdition>>;

export type TemplateVersion = keyof typeof TEMPLATES;
export const TEMPLATE_VERSIONS = Object.keys(TEMPLATES) as readonly TemplateVersion[];

/** Version under which a new agreement is made. */
export const CURRENT_TEMPLATE: TemplateVersion = 'v2';

/** @throws Error if no such version was ever published */
export function templateVersion(name: string): TemplateVersion {
  const found = TEMPLATE_VERSIONS.find((version) => version === name);
  if (found === undefined) throw new Error(`There is no version ${name} of the agreement.`);
  return found;
}
