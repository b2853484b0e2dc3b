import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { isolated, OPEN } from '../../components/isolated.js';
import { KeyValues } from '../../components/key-values.js';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { shortHash } from '../agreement/short-hash.js';
import { PadModes, SignOnPad } from '../signing/sign-on-pad.js';
import { usePad } from '../signing/use-pad.js';
import { useThreeFacts } from './facts.js';
import { ReturnedNotice } from './returned-notice.js';
import { type SigningByLink, useSignByLink } from './use-sign-by-link.js';
import { useViewBeginning } from './use-view-beginning.js';
import { ViewLine } from './view-line.js';

export interface SignViewProps {
  token: string;
  link: RemoteSignatureView;
  /** If false, the view is hidden but stays mounted, so that the drawing is kept. */
  shown: boolean;
  notice: ReactNode;
  /** True if the link has ended. The pad then stays in sight, but dimmed. */
  over: boolean;
  /**
   * Called if the server refuses the signature for a reason that the review view has to explain. The user is
   * sent back to that view.
   */
  onReturned: (why: ReactNode) => void;
  onBack: () => void;
}

/**
 * Says that nothing was signed and why, or that the outcome is unknown. Also says that the signature is still
 * on the pad.
 */
function Refused({ error, unknown }: { error: Error; unknown: boolean }) {
  const { t } = useTranslation(['remote-later', 'common']);
  if (unknown)
    return (
      <Notice tone="bad" title={t('sign.unknownTitle')}>
        {t('sign.unknownText')} {t('sign.failedText')}
      </Notice>
    );
  return (
    <Notice tone="bad" title={t('sign.failedTitle')}>
      {userMessage(error, t('common:unexpectedAnswer'))} {t('sign.failedText')}
    </Notice>
  );
}

interface PadProps extends Pick<SignViewProps, 'link' | 'over'> {
  signing: SigningByLink;
  hash: string;
}

function Pad({ link: { nda }, over, signing, hash }: PadProps) {
  const { t } = useTranslation('remote-later');
  const pad = usePad();
  const { newSignature } = pad;
  const sign = () => {
    if (newSignature !== null) signing.sign({ ...newSignature, agreementHash: hash });
  };
  return (
    <section
      className={over ? 'party-card-body remote-pad is-waiting' : 'party-card-body remote-pad'}
      inert={over}
      aria-label={t('sign.region')}
    >
      <PadModes pad={pad} />
      <SignOnPad pad={pad} name={nda.party2Name} busy={signing.busy} over={over} onSign={sign} />
    </section>
  );
}

/** The view for signing: three facts, the consent, and the pad (rule:signed-is-what-was-seen). */
export function SignView({ token, link, shown, notice, over, onReturned, onBack }: SignViewProps) {
  const { t } = useTranslation(['remote-later', 'signing']);
  const signing = useSignByLink(token, (why) => onReturned(<ReturnedNotice why={why} />));
  const { nda } = link;
  const top = useViewBeginning(t('titles.sign'), shown, true);
  const facts = useThreeFacts(nda);
  // Hash of the text as this page shows it. The server refuses the signature if its own text has another
  // hash.
  const hash = agreementHash(link.agreement);
  return (
    <div className="page-width remote-page" ref={top} hidden={!shown}>
      {notice}
      <div className="remote-sign">
        <ViewLine current="sign" />
        <PageHeading
          title={over ? t('titles.sign') : isolated(t('sign.title', OPEN), { party2: nda.party2Name })}
          lead={over ? '' : t('sign.lead')}
        />
        <KeyValues items={facts} />
        <p className="remote-consent">{CONSENT[currentLanguage()].sign}</p>
        <Pad link={link} over={over} signing={signing} hash={hash} />
        {signing.error !== null && !over && <Refused error={signing.error} unknown={signing.unknown} />}
        <p className="text-note">
          {t('signing:textVersion')} <span className="text-mono">{shortHash(hash)}</span>
        </p>
        <p className="text-note">{t('signing:legal')}</p>
        <Button onClick={onBack}>
          <ArrowRightIcon size={18} className="mirrored" aria-hidden="true" />
          {t('sign.back')}
        </Button>
      </div>
    </div>
  );
}
