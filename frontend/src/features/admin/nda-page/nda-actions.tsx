import { FilePdfIcon } from '@phosphor-icons/react/dist/csr/FilePdf';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '../../../components/button.js';
import { OnDemand } from '../../../components/on-demand.js';
import { currentLanguage } from '../../../lib/language.js';
import { useHoldWords } from '../ndas/hold-words.js';
import { hasDocument } from '../ndas/shown-status.js';
import { pdfAddress, type ReadNda, useForgetNda, useResend } from '../ndas/ndas.js';

const EraseDialog = lazy(async () => ({ default: (await import('../ndas/erase-dialog.js')).EraseDialog }));

/** The admin's actions on one NDA: download, send again, erase. While the NDA is closed, only download. */
export function NdaActions({ nda }: { nda: ReadNda }) {
  const { t } = useTranslation('admin');
  const [isErasing, setErasing] = useState(false);
  const navigate = useNavigate();
  const forget = useForgetNda();
  const resend = useResend(nda.id);
  const held = useHoldWords()(nda.legalHold);
  const isClosed = nda.untrustedSince !== null;
  const leave = () => {
    setErasing(false);
    forget(nda.id);
    void navigate(addressIn(currentLanguage(), PAGES.dashboard.path));
  };
  return (
    <div className="nda-actions">
      {hasDocument(nda) && (
        <a className={buttonClass('line', 'sm')} href={pdfAddress(nda.id)} download>
          <FilePdfIcon size={18} aria-hidden="true" />
          {t('nda.pdf')}
        </a>
      )}
      {!isClosed && hasDocument(nda) && nda.paymentStatus === 'succeeded' && (
        <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t('ndas.resend')}
        </Button>
      )}
      {!isClosed && (
        <Button
          variant="danger-text"
          size="sm"
          disabled={held !== undefined}
          onClick={() => setErasing(true)}
        >
          {t('nda.erase')}
        </Button>
      )}
      {held !== undefined && <p className="text-note">{held}</p>}
      <OnDemand open={isErasing}>
        {isErasing && <EraseDialog nda={nda} onClose={() => setErasing(false)} onErased={leave} />}
      </OnDemand>
    </div>
  );
}
