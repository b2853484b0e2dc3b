import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Language } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import type { ReceiverView } from '@siegel/contracts/site';
import type { Config } from '../platform/config/config.js';
import { receiversOf } from '../platform/config/site-config.js';
import type { MailContent } from './mail-layout.js';

/** Facts about this installation that mails contain (rule:operator-is-configuration). */
export interface MailSite {
  /** Origin of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Name of the operator and, if configured, the postal address. */
  readonly operator: string;
  /** The operator's name and address, line by line. */
  readonly operatorLines: readonly string[];
  /** VAT rate that prices include, in percent; `none` if no VAT is owed; null if nothing is configured. */
  readonly vatRate: number | 'none' | null;
  /** E-mail address of the operator; null if none is configured. */
  readonly contact: string | null;
  /** Recipients of personal data other than the operator. */
  readonly receivers: readonly ReceiverView[];
  /** True if the service runs in test mode, so no money moves. */
  readonly testMode: boolean;
}

type SiteConfig = Pick<Config, 'publicUrl' | 'site' | 'mailReceiver' | 'stripe' | 'ai' | 'testMode'>;

const linesOf = ({ operatorName, operatorAddress }: SiteConfig['site']): string[] => [
  operatorName ?? PRODUCT_NAME,
  ...operatorAddress,
];

export const mailSiteOf = ({ publicUrl, site, testMode, ...receiving }: SiteConfig): MailSite => ({
  publicUrl,
  operator: linesOf(site).join(', '),
  operatorLines: linesOf(site),
  vatRate: site.vatRate,
  contact: site.operatorEmail,
  receivers: receiversOf(receiving),
  testMode,
});

/**
 * Returns the address of a page in the mail's language, regardless of the language that the reader's browser
 * last chose.
 */
export function inLanguage(url: string, language: Language): string {
  const address = new URL(url);
  address.searchParams.set('lang', language);
  return address.href;
}

/** @param path of one of our pages; it begins with a slash */
export const pageOf = ({ publicUrl }: MailSite, path: string, language: Language): string =>
  inLanguage(`${publicUrl}${path}`, language);

export const senderOf = (site: MailSite, language: Language): MailContent['sender'] => ({
  line: site.operator || PRODUCT_NAME,
  legalUrl: `${pageOf(site, PAGES.legal.path, language)}#impressum`,
});
