import type { NdaView } from '@siegel/contracts/nda/view';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { OnDemand } from '../../components/on-demand.js';
import { shownAgreement } from '../agreement/agreement-terms.js';
import { AgreementView } from '../agreement/agreement-view.js';
import type { BoxSignature } from '../agreement/signature-boxes.js';

const AgreementSheet = lazy(async () => ({
  default: (await import('../nda/agreement-sheet.js')).AgreementSheet,
}));

/** Returns a party's stored signature in the form that the agreement shows. */
export function boxSignature(image: string | null, signedAt: string | null): BoxSignature | null {
  return image !== null && signedAt !== null ? { image, signedAt } : null;
}

/** A button that opens the whole agreement, with its signatures so far. */
export function ReadAgreement({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('signing');
  const [open, setOpen] = useState(false);
  const signatures = [
    boxSignature(nda.party1Signature, nda.party1SignedAt),
    boxSignature(nda.party2Signature, nda.party2SignedAt),
  ] as const;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('read')}
      </Button>
      <OnDemand open={open}>
        <AgreementSheet open={open} onOpenChange={setOpen} title={t('readTitle')}>
          <AgreementView document={shownAgreement(nda).document} signatures={signatures} level={3} />
        </AgreementSheet>
      </OnDemand>
    </>
  );
}
