import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';

export type SkeletonLine = 'full' | 'most' | 'half' | 'short';

const LINE_CLASSES = {
  full: '',
  most: 'skeleton-line-most',
  half: 'skeleton-line-half',
  short: 'skeleton-line-short',
} as const satisfies Record<SkeletonLine, string>;

export interface SkeletonProps {
  /** The length of each line. The lines together outline the text to come. */
  lines?: readonly SkeletonLine[];
  title?: boolean;
}

/**
 * A motionless outline of content that is being loaded. Screen readers announce only that content is being
 * loaded.
 */
export function Skeleton({ lines = ['full', 'most', 'full', 'half'], title = false }: SkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className="skeleton" aria-busy="true">
      <output className="visually-hidden">{t('loading')}</output>
      {title && <span className="skeleton-line skeleton-line-half skeleton-title" />}
      {lines.map((line, index) => (
        // The index is a stable key, because the lines never change their order.
        <span key={`${index}-${line}`} className={classNames('skeleton-line', LINE_CLASSES[line])} />
      ))}
    </div>
  );
}
