import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import { formatDateTime } from '@siegel/contracts/formats';
import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../components/button.js';
import { HomeButton } from '../../components/home-button.js';
import { isolated, OPEN } from '../../components/isolated.js';
import { type KeyValue, KeyValues } from '../../components/key-values.js';
import { PageHeading } from '../../components/page-heading.js';
import { Seal } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';
import { Status } from '../../components/status.js';
import { currentLanguage } from '../../lib/language.js';
import { linkAddress } from './signing-link.js';
import { useLinkPoll } from './use-link-poll.js';
import { useViewBeginning } from './use-view-beginning.js';
import { ViewLine } from './view-line.js';

/** Maximum time for which this view polls for the document, in milliseconds. */
const AT_MOST_MS = 60_000;

/** Shows the state of the document: ready, being made, or waiting until Party 1 has paid its share. */
function DocumentState({ token, link }: { token: string; link: RemoteSignatureView }) {
  const { t } = useTranslation(['remote-later', 'remote']);
  const unpaid = link.waitingFor === 'payment';
  const late = useLinkPoll(token, !link.documentReady && !unpaid, AT_MOST_MS);
  if (link.documentReady) return <Status tone="ok" label={t('done.ready')} />;
  if (unpaid) return <>{isolated(t('done.unpaid', OPEN), { party1: link.nda.party1Name })}</>;
  return late ? <>{t('done.byMail')}</> : <Status tone="run" label={t('done.making')} />;
}

function useDoneFacts({ nda }: RemoteSignatureView): readonly KeyValue[] {
  const { t } = useTranslation(['remote-later', 'remote']);
  const { party2SignedAt } = nda;
  const fact = (key: string, label: string, value: ReactNode): KeyValue => ({ key, label, value });
  return [
    fact('idea', t('remote:facts.idea'), <bdi className="text-serif">{nda.ideaTitle}</bdi>),
    fact('party1', t('remote:facts.discloser'), <bdi>{nda.party1Name}</bdi>),
    fact('party2', t('remote:facts.you'), <bdi>{nda.party2Name}</bdi>),
    ...(party2SignedAt === null
      ? []
      : [
          fact(
            'time',
            t('done.time'),
            <time className="text-figures" dateTime={party2SignedAt}>
              {formatDateTime(party2SignedAt, currentLanguage())}
            </time>,
          ),
        ]),
  ];
}

export interface DoneViewProps {
  token: string;
  link: RemoteSignatureView;
  /** True if the user has just signed. The seal is then stamped, once. */
  follows: boolean;
}

/** The last view, shown when both parties have signed. */
export function DoneView({ token, link, follows }: DoneViewProps) {
  const { t } = useTranslation('remote-later');
  const top = useViewBeginning(t('titles.done'), true, follows);
  const facts = useDoneFacts(link);
  return (
    <div className="page-width remote-page" ref={top}>
      <div className="remote-done">
        <ViewLine current="done" />
        <Sheet className="remote-done-sheet">
          <Seal state="both" size={104} title={true} {...(follows ? { className: 'seal-stamped' } : {})} />
          <PageHeading
            title={t('done.title')}
            lead={isolated(t('done.lead', OPEN), { party1: link.nda.party1Name })}
          />
          <KeyValues items={facts} />
          <p role="status">
            <DocumentState token={token} link={link} />
          </p>
          <div className="remote-done-actions">
            {link.documentReady && (
              <a className={buttonClass('go')} href={`${linkAddress(token)}/pdf`} download>
                <DownloadSimpleIcon size={20} aria-hidden="true" />
                {t('done.download')}
              </a>
            )}
            <HomeButton variant={link.documentReady ? 'line' : 'go'} />
          </div>
        </Sheet>
      </div>
    </div>
  );
}
