import { HtmlValidate } from 'html-validate/node';
import { LANGUAGES } from '@siegel/contracts/enums';
import { type PageId, PAGES } from '@siegel/contracts/pages';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { renderPage } from './render.js';
import { HTML_RULES } from '../testing/html-rules.js';

const validator = new HtmlValidate(HTML_RULES);
const IDS = [...(Object.keys(PAGES) as PageId[]), 'notFound' as const];

describe.each(IDS.flatMap((page) => LANGUAGES.map((language) => [page, language] as const)))(
  'the document %s in %s',
  (page, language) => {
    it('is valid HTML', () => {
      const html = renderPage({
        page,
        asked: language,
        site: sampleSite,
        origin: 'https://siegel.example',
        analytics: 'tab',
        year: 2026,
        assetsOf: () => ({
          head: '/h.js',
          script: '/s.js',
          styles: ['/s.css'],
          fonts: ['/f.woff2'],
          preloads: ['/p.js'],
        }),
      });
      const { results } = validator.validateStringSync(html);
      expect(
        results.flatMap(({ messages }) =>
          messages.map((one) => `${one.line}: ${one.message} (${one.ruleId})`),
        ),
      ).toEqual([]);
    });
  },
);
