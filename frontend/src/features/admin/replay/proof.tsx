import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import type { LogVerdictView } from '@siegel/contracts/verification/checkpoints';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Notice } from '../../../components/notice.js';
import { Seal, type SealState } from '../../../components/seal.js';
import { userMessage } from '../../../lib/api-error.js';
import { formatCount } from '../../../lib/format-figures.js';
import { Block } from '../page/block.js';
import { useEvidence, useVerification } from './replay.js';
import { timeOf } from './words.js';

const SEALS = { intact: 'verified', broken: 'broken' } as const satisfies Record<string, SealState>;

export interface ProofProps {
  readonly id: string;
  /** Current number of events. */
  readonly total: number;
  /** @param revision counted from 0 */
  readonly onRevision: (revision: number) => void;
}

/** Verifies the history on request, and offers the evidence as a download. */
export function Proof({ id, total, onRevision }: ProofProps) {
  const { t } = useTranslation('replay');
  const verification = useVerification(id);
  const { data, isPending, error } = verification;
  return (
    <Block id="replay-proof" title={t('proof.title')}>
      <div className="replay-proof">
        <Seal state={data === undefined ? 'none' : SEALS[data.verdict]} size={68} />
        <div role="status">
          {error !== null && (
            <Notice tone="warn" title={t('proof.impossible')}>
              {userMessage(error, '')}
            </Notice>
          )}
          {error === null && data === undefined && (
            <b>{t(isPending ? 'proof.checking' : 'proof.unchecked')}</b>
          )}
          {data !== undefined && <Verdict verdict={data} total={total} onRevision={onRevision} />}
        </div>
        <div className="replay-proof-actions">
          <Button
            size="sm"
            busy={isPending}
            busyLabel={t('proof.checking')}
            onClick={() => verification.mutate()}
          >
            {t(data === undefined ? 'proof.verify' : 'proof.verifyAgain')}
          </Button>
          <Download id={id} />
        </div>
      </div>
    </Block>
  );
}

interface VerdictProps extends Omit<ProofProps, 'id'> {
  readonly verdict: LogVerdictView & { readonly at: string };
}

function Verdict({ verdict, total, onRevision }: VerdictProps) {
  const { t, i18n } = useTranslation('replay');
  const { language } = i18n;
  const { events, checkpoints, firstBroken, at } = verdict;
  const counted = t('proof.counted', {
    events: formatCount(events, language),
    checkpoints: formatCount(checkpoints, language),
    at: timeOf(at, language),
  });
  if (firstBroken === null)
    return (
      <>
        <b>{t(checkpoints === 0 ? 'proof.intactChain' : 'proof.intact')}</b>
        <p className="text-note text-figures">{counted}</p>
        {total > events && (
          <p className="text-note">{t('proof.since', { events: formatCount(total - events, language) })}</p>
        )}
      </>
    );
  const { revision, kind } = firstBroken;
  return (
    <>
      <b>{revision === null ? t('proof.brokenCheckpoint') : t('proof.broken', { number: revision + 1 })}</b>
      <p>{t(`proof.kinds.${kind}`)}</p>
      <p className="text-note text-figures">{counted}</p>
      {revision !== null && revision < total && (
        <button type="button" className="replay-link" onClick={() => onRevision(revision)}>
          {t('proof.show', { number: revision + 1 })}
        </button>
      )}
      <p className="text-note">{t('whatNow')}</p>
    </>
  );
}

function Download({ id }: { id: string }) {
  const { t } = useTranslation('replay');
  const { mutate, isPending, isSuccess, error } = useEvidence(id);
  return (
    <>
      <Button size="sm" busy={isPending} busyLabel={t('proof.making')} onClick={() => mutate()}>
        <DownloadSimpleIcon size={18} aria-hidden="true" />
        {t('proof.download')}
      </Button>
      <p className="text-note" role="status">
        {isSuccess && t('proof.downloaded')}
        {error !== null && userMessage(error, t('proof.downloadFailed'))}
      </p>
    </>
  );
}
