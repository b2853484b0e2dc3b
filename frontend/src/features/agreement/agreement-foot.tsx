import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { useTranslation } from 'react-i18next';
import { shortHash } from './short-hash.js';

/**
 * The foot of the sheet. It shows the template, the short hash (once the text can no longer change), and a
 * button to print.
 */
export function AgreementFoot({ document }: { document: AgreementDocument }) {
  const { t } = useTranslation('agreement');
  return (
    <div className="agreement-foot">
      <span>{t('template', { version: document.templateVersion })}</span>
      {document.issued.blank !== true && (
        <span>
          {t('textVersion')} <span className="text-mono">{shortHash(agreementHash(document))}</span>
        </span>
      )}
      <button type="button" className="link-button" onClick={() => window.print()}>
        {t('print')}
      </button>
    </div>
  );
}
