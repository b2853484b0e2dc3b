import type { Language } from '../enums.js';
import type { AgreementTerm, Terms } from '../nda/term-fields.js';
import type { TemplateVersion } from './templates.js';

/**
 * What fills the template. No e-mail address, signature or current time belongs to it
 * (rule:canonical-document).
 */
export interface AgreementTerms extends Terms<AgreementTerm> {
  /** `YYYY-MM-DD` in Europe/Berlin, fixed when the NDA is created; null while provisional. */
  readonly issueDate: string | null;
  readonly templateVersion: TemplateVersion;
}

/** The form field whose value a span shows: the preview marks it while that field has the focus. */
export type AgreementField = Exclude<keyof AgreementTerms, 'language' | 'templateVersion'>;

/**
 * A run of text. `field` names what filled it; `blank` says the field is still empty and `text` is its
 * placeholder. Neither is part of the canonical document.
 */
export interface Span {
  readonly text: string;
  readonly field?: AgreementField;
  readonly blank?: boolean;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'quote'; readonly spans: readonly Span[] }
  | {
      readonly kind: 'list';
      readonly items: readonly { readonly label: string; readonly spans: readonly Span[] }[];
    }
  /** Where the signatures stand; each view draws them itself. */
  | { readonly kind: 'signatures' };

export interface Section {
  /** Stable clause id, the same in both languages: `subject`, `definition`, … */
  readonly id: string;
  /** 1 to 17. */
  readonly number: number;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface AgreementParty {
  readonly role: 'discloser' | 'recipient';
  /** 'Offenlegende Partei' and so on. */
  readonly label: string;
  readonly name: Span;
  readonly company: Span | null;
}

export interface AgreementDocument {
  readonly templateVersion: string;
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  /** Already worded, as in 'Ausgestellt am 12. November 2026'. */
  readonly issued: Span;
  readonly parties: readonly [AgreementParty, AgreementParty];
  readonly sections: readonly Section[];
}
