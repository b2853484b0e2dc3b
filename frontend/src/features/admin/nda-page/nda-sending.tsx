import type { RecipientStatus } from '@siegel/contracts/enums';
import type { NdaView, RecipientView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Status, type StatusTone } from '../../../components/status.js';
import { formatShortMoment } from '../../../lib/format-figures.js';
import { useErrorWords } from '../obligations/obligation-words.js';
import { Block } from '../page/block.js';

const TONES: Readonly<Record<RecipientStatus, StatusTone>> = {
  queued: 'open',
  sending: 'run',
  retrying: 'run',
  sent: 'ok',
  delivered: 'ok',
  bounced: 'bad',
};

/** Delivery of the document to each recipient, and problems with other mails. */
export function NdaSending({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('admin');
  const errorWords = useErrorWords();
  const { status, error, recipients } = nda.delivery;
  return (
    <Block id="sending" title={t('nda.sending')}>
      <p>
        {t(`nda.deliveries.${status}`)}
        {error !== null && <>: {errorWords(error)}</>}
      </p>
      <ul className="nda-list">
        {recipients.map((one) => (
          <Recipient key={one.party} recipient={one} nda={nda} />
        ))}
        {nda.mailProblems
          .filter(({ kind }) => kind !== 'document')
          .map(({ kind, party, code, at }) => (
            <li key={`${kind} ${party}`}>
              <Status tone="bad" label={t('nda.problem', { kind: t(`nda.mails.${kind}`), party })} />
              <span className="text-note">
                {errorWords(code)}, {formatShortMoment(at, i18n.language)}
              </span>
            </li>
          ))}
      </ul>
    </Block>
  );
}

function Recipient({ recipient, nda }: { recipient: RecipientView; nda: NdaView }) {
  const { t, i18n } = useTranslation('admin');
  const errorWords = useErrorWords();
  const { party, status, at, reason, nextTryAt } = recipient;
  const email = party === 1 ? nda.party1Email : nda.party2Email;
  const moment = (iso: string) => formatShortMoment(iso, i18n.language);
  const notes = [
    ...(at === null ? [] : [moment(at)]),
    ...(reason === null ? [] : [errorWords(reason)]),
    ...(nextTryAt === null ? [] : [t('todo.next', { at: moment(nextTryAt) })]),
  ];
  return (
    <li>
      <Status
        tone={TONES[status]}
        label={
          <>
            {t(`nda.recipients.${status}`)}: <bdi>{email}</bdi>
          </>
        }
      />
      {notes.length > 0 && <span className="text-note">{notes.join(', ')}</span>}
    </li>
  );
}
