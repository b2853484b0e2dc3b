import { useTranslation } from 'react-i18next';

export interface SkeletonProps {
  /** Width of each line, as CSS: text in the shape of what comes. */
  lines?: readonly string[];
  title?: boolean;
}

/** A still outline of what is being loaded; screen readers hear one word. */
export function Skeleton({ lines = ['100%', '96%', '98%', '62%'], title = false }: SkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className="skeleton" aria-busy="true">
      <output className="visually-hidden">{t('loading')}</output>
      {title && <span className="skeleton-line skeleton-title" style={{ width: '56%' }} />}
      {lines.map((width, index) => (
        // Lines are alike and never move.
        <span key={`${index}-${width}`} className="skeleton-line" style={{ width }} />
      ))}
    </div>
  );
}
