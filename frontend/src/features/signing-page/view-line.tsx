import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/class-names.js';

export type RemoteView = 'review' | 'sign' | 'done';
const VIEWS: readonly RemoteView[] = ['review', 'sign', 'done'];

/** Names the page's three views and marks the current one. */
export function ViewLine({ current }: { current: RemoteView }) {
  const { t } = useTranslation('remote');
  return (
    <ol className="view-line" aria-label={t('views.label')}>
      {VIEWS.map((view) => (
        <li
          key={view}
          className={classNames('view-line-view', view === current && 'is-current')}
          aria-current={view === current ? 'step' : undefined}
        >
          {t(`views.${view}`)}
        </li>
      ))}
    </ol>
  );
}
