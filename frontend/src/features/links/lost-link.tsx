import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LostSheet } from '../../components/lost-sheet.js';

/** Shown for a link that opens no page. Screen readers announce the text at once (`role="alert"`). */
export function LostLink({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { t } = useTranslation('signing-page');
  return (
    <div role="alert">
      <LostSheet
        kicker={t('kicker')}
        title={title}
        lead={lead}
        picture={<span className="lost-sheet-sign">§</span>}
      >
        {children}
      </LostSheet>
    </div>
  );
}
