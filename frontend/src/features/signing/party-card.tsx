import { PenNibIcon } from '@phosphor-icons/react/dist/csr/PenNib';
import { TextTIcon } from '@phosphor-icons/react/dist/csr/TextT';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { PartyNumber } from '@siegel/contracts/enums';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Seal } from '../../components/seal.js';
import { Status } from '../../components/status.js';
import { formatDate, locale } from '../../lib/format.js';
import { currentLanguage } from '../../lib/language.js';
import { shortHash } from '../agreement/short-hash.js';
import { SignaturePicture } from './signature-picture.js';
import { PadModes, SignOnPad } from './sign-on-pad.js';
import { usePad } from './use-pad.js';
import type { Signing } from './use-sign.js';

export interface PartyCardProps {
  party: PartyNumber;
  name: string;
  /** The stored image's address and the time of signing. Null before the party has signed. */
  signed: { image: string; at: string } | null;
  agreementHash: string;
  /** True if the party has just signed. The seal is then stamped, once. */
  fresh: boolean;
  signing: Signing;
  /** True if this party may sign now. Otherwise the card of an unsigned party is dimmed. */
  active: boolean;
  /** True if the card waits because Party 1 has not signed yet. The card then says so. */
  afterParty1?: boolean;
  /** If true, a signed card is shown in one line, because it is the other party's turn. */
  folded?: boolean;
  /** The facts that the party signs. Shown to a party that has not typed them itself. */
  facts?: ReactNode;
}

function Head({ party, name, children }: { party: PartyNumber; name: string; children?: ReactNode }) {
  const { t } = useTranslation('signing');
  return (
    <div className="party-card-header">
      <div>
        <small>{t(`party.${party}`)}</small>
        <h2>
          <bdi>{name}</bdi>
        </h2>
      </div>
      {children}
    </div>
  );
}

/** Returns day and time, to the second, in the reader's format. */
function signedTime(iso: string, language: string): { date: string; time: string } {
  return {
    date: formatDate(iso, language),
    time: new Date(iso).toLocaleTimeString(locale(language), { timeStyle: 'medium' }),
  };
}

function SignedCard({
  party,
  name,
  signed,
  agreementHash,
  fresh,
}: PartyCardProps & { signed: { image: string; at: string } }) {
  const { t, i18n } = useTranslation('signing');
  const { t: words } = useTranslation('agreement');
  return (
    <>
      <Head party={party} name={name}>
        <span className="text-good">
          <Status tone="ok" label={t('signed')} />
        </span>
      </Head>
      <div className="signature-pad signature-pad-signed">
        <span className={fresh ? 'signature-pad-seal seal-stamped' : 'signature-pad-seal'}>
          <Seal state={party === '1' ? 'one' : 'both'} size={68} title={true} />
        </span>
        <SignaturePicture image={signed.image} alt={words('signatureOf', { name })} />
        <span className="signature-pad-caption">
          <span className="signature-pad-name">{name}</span>
          <time className="text-figures" dateTime={signed.at}>
            {t('signedTime', signedTime(signed.at, i18n.language))}
          </time>
        </span>
      </div>
      <div className="signature-bar">
        <p className="text-note">
          {t('textVersion')} <span className="text-mono">{shortHash(agreementHash)}</span>
          {t('textVersionAfter')}
        </p>
      </div>
    </>
  );
}

function FoldedCard({ party, name, signed }: PartyCardProps & { signed: { image: string; at: string } }) {
  const { t, i18n } = useTranslation('signing');
  return (
    <p className="party-card-folded">
      <Seal state={party === '1' ? 'one' : 'both'} size={30} />
      <span>
        {name} <span className="text-soft">({t(`party.${party}`)})</span>
      </span>
      <span className="text-good">
        <Status tone="ok" label={t('signed')} />
      </span>
      <time className="text-figures text-soft" dateTime={signed.at}>
        {t('signedTime', signedTime(signed.at, i18n.language))}
      </time>
    </p>
  );
}

const MODE_ICONS = {
  draw: <PenNibIcon size={18} aria-hidden="true" />,
  type: <TextTIcon size={18} aria-hidden="true" />,
};

function OpenCard({ party, name, agreementHash, signing, active, facts }: PartyCardProps) {
  const { t } = useTranslation('signing');
  const pad = usePad();
  const { newSignature } = pad;
  const sign = () => {
    if (newSignature !== null) signing.sign(party, newSignature);
  };
  const modes = <PadModes pad={pad} icons={MODE_ICONS} />;
  return (
    <>
      {/* If the facts are shown, the page's own heading has already said whose turn it is. */}
      {facts === undefined && (
        <Head party={party} name={name}>
          {modes}
        </Head>
      )}
      <div className={facts === undefined ? 'party-card-open' : 'party-card-open party-card-told'}>
        <div>
          {facts}
          <p className="party-card-consent">
            {CONSENT[currentLanguage()][party === '1' ? 'sign' : 'signInPerson']}
          </p>
        </div>
        <div>
          {facts !== undefined && modes}
          <SignOnPad pad={pad} name={name} busy={signing.busy} active={active} onSign={sign} />
          <p className="text-note">
            {t('textVersion')} <span className="text-mono">{shortHash(agreementHash)}</span>
          </p>
        </div>
      </div>
      {active && signing.failed && (
        <Notice
          tone="bad"
          title={t('failedTitle')}
          action={
            signing.refused === undefined && (
              <Button size="sm" busy={signing.busy} disabled={newSignature === null} onClick={sign}>
                {t('retry')}
              </Button>
            )
          }
        >
          {signing.refused ?? t('failedText')}
        </Notice>
      )}
    </>
  );
}

function Content(props: PartyCardProps) {
  const { signed, folded } = props;
  if (signed === null) return <OpenCard {...props} />;
  return folded === true ? (
    <FoldedCard {...props} signed={signed} />
  ) : (
    <SignedCard {...props} signed={signed} />
  );
}

/** A party's card: signed, open, or waiting for Party 1 (rule:party-1-signs-first). */
export function PartyCard(props: PartyCardProps) {
  const { t } = useTranslation('signing');
  const { party, signed, active, afterParty1 = false } = props;
  const waiting = signed === null && !active;
  return (
    <section className="party-card" aria-label={t(`region.${party}`)}>
      {waiting && afterParty1 && <p className="party-card-waiting">{t('party1First')}</p>}
      <div className={waiting ? 'party-card-body is-waiting' : 'party-card-body'} inert={waiting}>
        <Content {...props} />
      </div>
    </section>
  );
}
