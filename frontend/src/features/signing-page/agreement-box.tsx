import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { OnDemand } from '../../components/on-demand.js';
import { AgreementView } from '../agreement/agreement-view.js';
import type { ShownSignature } from '../agreement/signature-boxes.js';
import { scrollable } from '../nda/scrollable.js';
import { readingLength } from './reading-length.js';

const AgreementSheet = lazy(async () => ({
  default: (await import('../nda/agreement-sheet.js')).AgreementSheet,
}));

/**
 * Returns a party's signature as this page shows it. The result has only the time of signing, because this
 * page shows no images of signatures. Null if the party has not signed.
 */
const signed = (signedAt: string | null): ShownSignature | null =>
  signedAt === null ? null : { image: null, signedAt };

/**
 * The whole agreement in a scrolling box, in the agreement's own language. A scrolling box can trap the user,
 * so a button opens the text in a sheet.
 */
export function AgreementBox({ link: { agreement, nda } }: { link: RemoteSignatureView }) {
  const { t } = useTranslation('remote');
  const [open, setOpen] = useState(false);
  const signatures = [signed(nda.party1SignedAt), signed(nda.party2SignedAt)] as const;
  const text = <AgreementView document={agreement} signatures={signatures} level={3} />;
  return (
    <>
      <div className="agreement-box-header">
        <h2>{t('review.text')}</h2>
        <span className="text-note text-figures">{t('review.length', readingLength(agreement))}</span>
      </div>
      <div className="sheet agreement-box">
        <section className="agreement-box-text" ref={scrollable} aria-label={t('review.region')}>
          {text}
        </section>
      </div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('review.whole')}
      </Button>
      <OnDemand open={open}>
        <AgreementSheet open={open} onOpenChange={setOpen} title={t('review.text')}>
          {text}
        </AgreementSheet>
      </OnDemand>
    </>
  );
}
