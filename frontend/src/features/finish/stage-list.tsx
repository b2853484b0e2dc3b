import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/format.js';
import { type Stage, stagesOf } from './sending.js';

const STATE_CLASSES: Record<Stage['state'], string> = {
  done: 'stage is-done',
  running: 'stage is-running',
  retrying: 'stage is-running',
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

/** Lists the document's four stages: made, sealed, sent to Party 1, sent to Party 2. */
export function StageList({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('finish');
  const words = useWords(nda);
  const stageTime = ({ state, at }: Stage): string => {
    const moment = at === null ? undefined : formatMoment(at, i18n.language, new Date());
    if (state === 'retrying')
      return moment === undefined ? t('stages.retrying') : t('stages.retryingAt', { moment });
    // The title already says that the stage is done, so only the time is shown.
    return state === 'done' ? (moment ?? '') : t(`stages.${state}`);
  };
  return (
    <ol aria-label={t('stages.label')} aria-live="polite">
      {stagesOf(nda).map((stage) => (
        <li key={stage.name} className={STATE_CLASSES[stage.state]}>
          <span className="stage-dot">
            {stage.state === 'done' && <CheckIcon size={16} weight="bold" aria-hidden="true" />}
            {stage.state === 'failed' && <XIcon size={16} weight="bold" aria-hidden="true" />}
          </span>
          <b>{words.title(stage)}</b>
          <span className="stage-time text-figures">{stageTime(stage)}</span>
          <p>{words.note(stage)}</p>
        </li>
      ))}
    </ol>
  );
}
