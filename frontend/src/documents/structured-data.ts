import type { Language } from '@siegel/contracts/enums';
import { CURRENCY, PRICE_FOR_BOTH, PRICE_PER_PARTY, PRODUCT_NAME } from '@siegel/contracts/limits';
import { addressIn } from '@siegel/contracts/addresses';
import type { PageId } from '@siegel/contracts/pages';
import type { SiteView } from '@siegel/contracts/site';
import type { FAQPage, Organization, Product, WebSite, WithContext } from 'schema-dts';
import { TEXTS } from './texts.js';

const inEuros = (cents: number): string => (cents / 100).toFixed(2);

interface Facts {
  readonly page: PageId | 'notFound';
  readonly site: SiteView;
  /** Scheme and host of the site's public address. */
  readonly origin: string;
}

/**
 * Returns a page's data for search engines. The data contains only what the page shows
 * (rule:structured-data-says-what-is-shown).
 */
export function structuredData(facts: Facts, language: Language): object[] {
  if (facts.page === 'home') return [organization(facts), webSite(facts, language), product(facts, language)];
  return facts.page === 'faq' ? [questions(language)] : [];
}

function organization({ site, origin }: Facts): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.operatorName ?? PRODUCT_NAME,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  };
}

function webSite({ origin }: Facts, language: Language): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: PRODUCT_NAME,
    url: `${origin}${addressIn(language, '/')}`,
    inLanguage: language,
  };
}

function product({ site, origin }: Facts, language: Language): WithContext<Product> {
  const { rating } = site;
  const texts = TEXTS[language];
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: PRODUCT_NAME,
    description: texts.t('hero.lead', { ns: 'home' }),
    image: `${origin}/social-${language}.png`,
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: inEuros(PRICE_PER_PARTY),
      highPrice: inEuros(PRICE_FOR_BOTH),
      priceCurrency: CURRENCY,
      url: `${origin}${addressIn(language, '/')}`,
      availability: 'https://schema.org/InStock',
    },
    ...(rating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.value,
            reviewCount: rating.count,
            bestRating: 5,
          },
        }),
  };
}

function questions(language: Language): WithContext<FAQPage> {
  const list = TEXTS[language].t('faq.questions', { ns: 'pages', returnObjects: true });
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: list.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join('\n\n') },
    })),
  };
}
