import type { Language } from '@siegel/contracts/enums';
import { type PageId, PAGES } from '@siegel/contracts/pages';
import type { AnalyticsSession, SiteView } from '@siegel/contracts/site';
import { I18nextProvider } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { ANALYTICS_ATTRIBUTE } from '../lib/counting.js';
import { InstallationProvider, SITE_ELEMENT, SiteProvider } from '../lib/site.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';
import type { Assets, Entry } from './assets.js';
import { CONTENTS } from './contents.js';
import { Frame } from './frame.js';
import { head } from './head.js';
import { data, tag } from './html.js';
import { structuredData } from './structured-data.js';
import { TEXTS } from './texts.js';

export interface PageOptions {
  readonly page: PageId | 'notFound';
  /**
   * The language that the address names. If it is undefined, the address names no language and the page is in
   * German.
   */
  readonly asked: Language | undefined;
  readonly site: SiteView;
  /** Scheme and host of the site's public address. */
  readonly origin: string;
  /** Where the browser keeps the session id of analytics. */
  readonly analytics: AnalyticsSession;
  readonly year: number;
  readonly assetsOf: (entry: Entry, language: Language) => Assets;
}

/**
 * Renders a page as it looks before any script has run. A document is complete. An application has only its
 * frame, the outline of its first view, and the data that it needs to start.
 */
export function renderPage(options: PageOptions): string {
  const { page, site, year, analytics } = options;
  const language = options.asked ?? 'de';
  const known = page === 'notFound' ? undefined : PAGES[page];
  const entry: Entry = known?.kind ?? 'document';
  const texts = TEXTS[language];
  const words = known?.texts ?? 'notFound';
  const facts = {
    ...options,
    language,
    page: known,
    title: texts.t(`meta.${words}.title`, { ns: 'documents' }),
    description: texts.t(`meta.${words}.description`, { ns: 'documents' }),
    pictureText: texts.t('meta.picture', { ns: 'documents' }),
    structured: structuredData(options, language),
  };
  const body = renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <SiteProvider value={site}>
        <InstallationProvider value={{ analytics, isEncrypted: options.origin.startsWith('https:') }}>
          <Frame hasFrame={entry !== 'admin'} legalOnly={known?.token === true} year={year}>
            {CONTENTS[page]}
          </Frame>
        </InstallationProvider>
      </SiteProvider>
    </I18nextProvider>,
  );
  const start = entry === 'document' ? '' : data('application/json', site, SITE_ELEMENT);
  const html = tag(
    'html',
    {
      lang: language,
      // A page with a token keeps the session id of analytics in memory, because such a page stores nothing.
      [ANALYTICS_ATTRIBUTE]: analytics === 'memory' || known?.token === true ? 'memory' : undefined,
      [TOKEN_ATTRIBUTE]: known?.token === true ? '' : undefined,
    },
    `\n${tag('head', {}, `\n${head(facts, options.assetsOf(entry, language))}\n`)}\n${tag('body', {}, `${body}${start}`)}\n`,
  );
  return `<!doctype html>\n${html}\n`;
}
