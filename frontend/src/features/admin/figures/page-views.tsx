import type { PageName } from '@siegel/contracts/enums';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format-figures.js';
import type { RangeSummary } from './figures.js';

/**
 * Every page of the site. The value says whether the number of views is always shown or is folded. If the
 * list were in the contracts package, the first view of every page would load it.
 */
const PLACES: Readonly<Record<PageName, 'shown' | 'folded'>> = {
  home: 'shown',
  faq: 'shown',
  contact: 'shown',
  'nda-wizard': 'folded',
  'how-it-works': 'folded',
  about: 'folded',
  legal: 'folded',
  privacy: 'folded',
  admin: 'folded',
  other: 'folded',
};
const PAGES = Object.keys(PLACES) as PageName[];
const SHOWN = PAGES.filter((page) => PLACES[page] === 'shown');
const OTHERS = PAGES.filter((page) => PLACES[page] === 'folded');

/**
 * Shows the number of views of all pages together, and of the three pages that interest the operator most.
 * The numbers of the other pages are folded.
 */
export function PageViews({ summary }: { summary: RangeSummary }) {
  const { t, i18n } = useTranslation('admin');
  const count = (value: number) => formatCount(value, i18n.language);
  const countOf = (page: PageName) =>
    count(summary.pageViewsByPage.find((one) => one.page === page)?.count ?? 0);
  return (
    <div>
      <dl className="page-views-strip">
        <div>
          <dt>{t('views.total')}</dt>
          <dd>{count(summary.totalPageViews)}</dd>
        </div>
        {SHOWN.map((page) => (
          <div key={page}>
            <dt>{t(`views.pages.${page}`)}</dt>
            <dd>{countOf(page)}</dd>
          </div>
        ))}
      </dl>
      <details className="fold">
        <summary>{t('views.others')}</summary>
        <dl className="page-views-strip">
          {OTHERS.map((page) => (
            <div key={page}>
              <dt>{t(`views.pages.${page}`)}</dt>
              <dd>{countOf(page)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
