import { PAGE_NAMES, type PageName } from '@siegel/contracts/enums';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.js';
import type { RangeSummary } from './figures.js';

const SHOWN: readonly PageName[] = ['home', 'faq', 'contact'];
const OTHERS = PAGE_NAMES.filter((page) => !SHOWN.includes(page));

/** All, the three that are asked for most, and the others on request. */
export function PageViews({ summary }: { summary: RangeSummary }) {
  const { t, i18n } = useTranslation('admin');
  const count = (value: number) => formatCount(value, i18n.language);
  const of = (page: PageName) => count(summary.pageViewsByPage.find((one) => one.page === page)?.count ?? 0);
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
            <dd>{of(page)}</dd>
          </div>
        ))}
      </dl>
      <details className="fold">
        <summary>{t('views.others')}</summary>
        <dl className="page-views-strip">
          {OTHERS.map((page) => (
            <div key={page}>
              <dt>{t(`views.pages.${page}`)}</dt>
              <dd>{of(page)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
