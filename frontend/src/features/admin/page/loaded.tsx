import { SLOW_MS } from '@siegel/contracts/limits';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Notice } from '../../../components/notice.js';
import { Skeleton, type SkeletonLine } from '../../../components/skeleton.js';
import { userMessage } from '../../../lib/api-error.js';
import { formatShortMoment } from '../../../lib/format-figures.js';

export interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Title of the error notice: a sentence that names the data. */
  readonly failed: string;
  /** Shape of the skeleton while the data loads. */
  readonly lines: readonly SkeletonLine[];
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a query. Without data, shows that the data is loading or could not be loaded. If a later
 * fetch fails, the earlier data stays visible, together with the time at which it was fetched and a button to
 * try again.
 */
export function Loaded<Data>({ query, failed, lines, children }: LoadedProps<Data>) {
  const { data, isError, isLoading } = query;
  return (
    <>
      {isLoading && <Loading lines={lines} />}
      {isError && data === undefined && <Failed query={query} title={failed} />}
      {isError && data !== undefined && <Stale query={query} />}
      {data !== undefined && children(data)}
    </>
  );
}

function Loading({ lines }: { lines: readonly SkeletonLine[] }) {
  const { t } = useTranslation('admin');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Skeleton lines={lines} />
      {isSlow && <output className="text-note">{t('slow')}</output>}
    </>
  );
}

function Failed<Data>({ query, title }: { query: UseQueryResult<Data>; title: string }) {
  return (
    <Notice tone="bad" title={title} action={<RetryButton query={query} />}>
      {userMessage(query.error, '')}
    </Notice>
  );
}

function Stale<Data>({ query }: { query: UseQueryResult<Data> }) {
  const { t, i18n } = useTranslation('admin');
  const at = formatShortMoment(new Date(query.dataUpdatedAt).toISOString(), i18n.language);
  return (
    <output className="admin-stale">
      <span>{t('stale', { at })}</span>
      <RetryButton query={query} />
    </output>
  );
}

function RetryButton<Data>({ query }: { query: UseQueryResult<Data> }) {
  const { t } = useTranslation('common');
  return (
    <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
      {t('retry')}
    </Button>
  );
}
