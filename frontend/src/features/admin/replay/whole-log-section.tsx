import type { BrokenKind, BrokenPlaceView } from '@siegel/contracts/verification/checkpoints';
import type { LogVerificationView } from '@siegel/contracts/verification/whole-log';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.js';
import { Notice } from '../../../components/notice.js';
import { Seal } from '../../../components/seal.js';
import { formatCount, formatShortMoment } from '../../../lib/format-figures.js';
import { useTexts } from '../../../lib/use-texts.js';
import { ndaAddress } from '../obligations/obligation-row.js';
import { Block } from '../page/block.js';
import { Loaded } from '../page/loaded.js';
import { useBeginWholeLog, useWholeLog } from './whole-log.js';

/**
 * Starts a verification of the whole log, and shows its progress or the last result (rule:log-is-verified).
 */
export function WholeLogSection() {
  const { t } = useTranslation('replay');
  const query = useWholeLog();
  const begin = useBeginWholeLog();
  const isBusy = begin.isPending || query.data?.state === 'running';
  return (
    <Block
      id="whole-log"
      title={t('whole.title')}
      aside={
        <Button size="sm" busy={isBusy} onClick={() => begin.mutate()}>
          {t('whole.begin')}
        </Button>
      }
    >
      <Loaded query={query} failed={t('whole.failed')} lines={['most']}>
        {(view) => <VerificationStatus view={view} />}
      </Loaded>
    </Block>
  );
}

function VerificationStatus({ view }: { view: LogVerificationView }) {
  const { t } = useTranslation('replay');
  switch (view.state) {
    case 'never':
      return <p className="text-soft">{t('whole.never')}</p>;
    case 'running':
      return <Running view={view} />;
    case 'failed':
      return (
        <Notice tone="warn" title={t('whole.brokeOff')}>
          {t('whole.brokeOffText')}
        </Notice>
      );
    case 'done':
      return <Ended view={view} />;
  }
}

function Running({ view: { done, total } }: { view: LogVerificationView }) {
  const { t, i18n } = useTranslation('replay');
  const shown = (count: number) => formatCount(count, i18n.language);
  // The total becomes known only a moment after the start.
  const known = total > 0 ? { value: done, max: total } : {};
  return (
    <div className="replay-whole">
      <progress className="replay-progress" aria-label={t('whole.running')} {...known} />
      <span className="text-note text-figures">
        {total > 0 ? t('whole.doneOf', { done: shown(done), total: shown(total) }) : t('whole.running')}
      </span>
    </div>
  );
}

function Ended({ view }: { view: LogVerificationView }) {
  const { t, i18n } = useTranslation('replay');
  const { done, checkpoints, finishedAt, firstBroken } = view;
  const shown = (count: number) => formatCount(count, i18n.language);
  const summary = t('whole.looked', {
    events: t('whole.events', { count: done, shown: shown(done) }),
    checkpoints: t('whole.checkpoints', { count: checkpoints, shown: shown(checkpoints) }),
    at: finishedAt === null ? '' : formatShortMoment(finishedAt, i18n.language),
  });
  if (firstBroken !== null)
    return (
      <Notice tone="bad" title={t('whole.broken')}>
        <FirstBrokenPlace broken={firstBroken} />
        <p>{summary}</p>
        <p>{t('whatNow')}</p>
      </Notice>
    );
  return (
    <div className="replay-whole">
      <Seal state="verified" size={34} />
      <div>
        <b>{t('whole.intact')}</b>
        <p className="text-note text-figures">{summary}</p>
      </div>
    </div>
  );
}

/**
 * Shows the first place at which the log is broken: the fault, its position, and a detail for the
 * investigation.
 */
function FirstBrokenPlace({ broken: { stream, revision, kind, detail } }: { broken: BrokenPlaceView }) {
  const { t } = useTranslation('replay');
  const kinds: Readonly<Record<BrokenKind, string>> = useTexts('replay', 'whole.kinds');
  const ndaId = /^nda-(.+)$/.exec(stream ?? '')?.[1];
  return (
    <>
      <p>{kinds[kind]}</p>
      {stream !== null && revision !== null && (
        <p>
          {t('whole.place', { number: revision + 1 })}{' '}
          {ndaId === undefined ? (
            <span className="text-mono">{stream}</span>
          ) : (
            <Link to={ndaAddress(ndaId, revision)}>{t('whole.open')}</Link>
          )}
        </p>
      )}
      <p className="text-note" lang="en">
        {detail}
      </p>
    </>
  );
}
