import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/page-heading.js';
import { useTexts } from '../../lib/use-texts.js';
import { OfflineVerification } from './offline-verification.js';

export interface VerificationLayoutProps {
  /** True while a file hovers over the page. */
  readonly over?: boolean;
  /** The input for a file, or the verdict. */
  readonly children: ReactNode;
}

/** The parts of the page around the check. They are the same with and without scripts. */
export function VerificationLayout({ over = false, children }: VerificationLayoutProps) {
  const { t } = useTranslation('verification');
  return (
    <div className="page-width page">
      <PageHeading title={t('title')} lead={t('lead')} />
      <div className="verification" data-over={over || undefined}>
        <div>{children}</div>
        <PrivacyNote />
      </div>
      <OfflineVerification />
    </div>
  );
}

function PrivacyNote() {
  const { t } = useTranslation('verification');
  const points = useTexts('verification', 'privacy.points');
  return (
    <aside className="verification-privacy" aria-labelledby="verify-happens">
      <h2 id="verify-happens">{t('privacy.title')}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </aside>
  );
}
