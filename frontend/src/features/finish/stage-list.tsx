import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { locale } from '../../lib/format.js';
import { type Stage, stagesOf } from './sending.js';

const STATE_CLASSES: Record<Stage['state'], string> = {
  done: 'stage is-done',
  running: 'stage is-running',
  waiting: 'stage is-waiting',
  failed: 'stage is-failed',
};

function useWords(nda: NdaView) {
  const { t } = useTranslation('finish');
  const names = { party1: nda.party1Name, party2: nda.party2Name };
  const notes = {
    made: t('stages.madeNote'),
    sealed: t('stages.sealedNote'),
    party1: nda.party1Email,
    party2: nda.party2Email,
  };
  const title = ({ name, state }: Stage): string => {
    if (name === 'made' || name === 'sealed')
      return t(state === 'done' ? `stages.${name}Done` : `stages.${name}`);
    const key = state === 'done' ? 'partyDone' : state === 'failed' ? 'partyFailed' : 'party';
    return t(`stages.${key}`, { name: names[name] });
  };
  return { title, note: ({ name }: Stage) => notes[name] };
}

/** Where the document stands: made, sealed, sent to the one, sent to the other. */
export function StageList({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('finish');
  const words = useWords(nda);
  return (
    <ol aria-label={t('stages.label')} aria-live="polite">
      {stagesOf(nda).map((stage) => (
        <li key={stage.name} className={STATE_CLASSES[stage.state]}>
          <span className="stage-dot">
            {stage.state === 'done' && <CheckIcon size={16} weight="bold" aria-hidden="true" />}
            {stage.state === 'failed' && <XIcon size={16} weight="bold" aria-hidden="true" />}
          </span>
          <b>{words.title(stage)}</b>
          <span className="stage-time text-figures">
            {stage.at !== null && stage.state === 'done'
              ? new Date(stage.at).toLocaleTimeString(locale(i18n.language), { timeStyle: 'medium' })
              : t(`stages.${stage.state}`)}
          </span>
          <p>{words.note(stage)}</p>
        </li>
      ))}
    </ol>
  );
}
