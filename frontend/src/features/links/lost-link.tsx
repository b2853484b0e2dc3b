import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LostSheet } from '../../components/lost-sheet.js';

/** A link without a page to show. Screen readers read the text out at once (`role="alert"`). */
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
