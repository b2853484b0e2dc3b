import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import { OBLIGATION_PAGE_SIZE } from '@siegel/contracts/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Pager } from '../../../components/pager.js';
import { Seal } from '../../../components/seal.js';
import { formatCount, formatShortMoment } from '../../../lib/format-figures.js';
import { pageIn, useLastPage } from '../lists/pages.js';
import { Loaded } from '../page/loaded.js';
import type { Address } from '../page/use-address.js';
import { ObligationList } from './obligation-list.js';
import { useHiddenObligations, useObligations } from './obligations.js';

/**
 * Number of rows shown before the user asks for all obligations. With this number the whole funnel below the
 * list is visible without scrolling.
 */
const SHOWN_FIRST = 4;

/**
 * Shows the obligations that wait for a person, oldest first. A second, folded list shows the obligations
 * that the service works on itself (rule:obligations).
 */
export function Todo({ address, mayClose }: { address: Address; mayClose: boolean }) {
  const { t } = useTranslation('admin');
  const isAll = address.params.has('todo');
  const page = isAll ? pageIn(address.params.get('todo')) : 1;
  const pageSize = isAll ? OBLIGATION_PAGE_SIZE : SHOWN_FIRST;
  const query = useObligations({ group: 'person', page, pageSize });
  const onPage = (next: number) => address.change({ todo: String(next) });
  useLastPage(query.data, page, onPage);
  return (
    <section aria-labelledby="todo">
      <div className="admin-block-header">
        <h2 id="todo">
          {t('todo.title')} {query.data !== undefined && <OpenCount found={query.data} page={page} />}
        </h2>
        {(isAll || (query.data?.total ?? 0) > SHOWN_FIRST) && (
          <Button
            variant="text"
            size="sm"
            aria-expanded={isAll}
            onClick={() => address.change({ todo: isAll ? null : '1' })}
          >
            {isAll ? t('todo.fewer') : t('todo.all', { total: query.data?.total })}
          </Button>
        )}
      </div>
      <div className="todo-groups">
        <div>
          <Loaded query={query} failed={t('todo.failed')} lines={['full', 'most', 'full']}>
            {(found) => (
              <>
                {found.total === 0 && <NothingToDo />}
                <ObligationList items={found.items} mayClose={mayClose} />
                {isAll && found.total > pageSize && (
                  <Pager page={page} pageSize={pageSize} total={found.total} onPage={onPage} />
                )}
              </>
            )}
          </Loaded>
        </div>
        <ServiceObligations mayClose={mayClose} />
      </div>
    </section>
  );
}

/**
 * Shows the number of open obligations and the date of the oldest obligation. The date is shown only on the
 * first page, because only the first page contains the oldest obligation.
 */
function OpenCount({ found: { items, total }, page }: { found: Page<ObligationView>; page: number }) {
  const { t, i18n } = useTranslation('admin');
  const hidden = useHiddenObligations();
  const left = items.filter(({ id }) => !hidden.has(id));
  const count = total - (items.length - left.length);
  const [oldest] = left;
  if (count <= 0) return <span className="text-note">{t('todo.none')}</span>;
  return (
    <span className="text-note">
      <b className="todo-count">{t('todo.count', { count, shown: formatCount(count, i18n.language) })}</b>
      {page === 1 && oldest !== undefined && (
        <>, {t('todo.oldest', { at: formatShortMoment(oldest.since, i18n.language) })}</>
      )}
    </span>
  );
}

function NothingToDo() {
  const { t } = useTranslation('admin');
  return (
    <p className="todo-nothing">
      <Seal state="none" size={34} />
      {t('todo.nothing')}
    </p>
  );
}

function ServiceObligations({ mayClose }: { mayClose: boolean }) {
  const { t, i18n } = useTranslation('admin');
  const [page, setPage] = useState(1);
  const query = useObligations({ group: 'service', page, pageSize: OBLIGATION_PAGE_SIZE });
  useLastPage(query.data, page, setPage);
  return (
    <Loaded query={query} failed={t('todo.failed')} lines={['half']}>
      {({ items, total }) => (
        <details className="fold">
          <summary>{t('todo.byItself', { total: formatCount(total, i18n.language) })}</summary>
          {total === 0 && <p className="text-soft">{t('todo.byItselfNone')}</p>}
          <ObligationList items={items} mayClose={mayClose} />
          {total > OBLIGATION_PAGE_SIZE && (
            <Pager page={page} pageSize={OBLIGATION_PAGE_SIZE} total={total} onPage={setPage} />
          )}
        </details>
      )}
    </Loaded>
  );
}
