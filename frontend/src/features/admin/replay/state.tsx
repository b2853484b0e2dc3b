import type { ReplayedNda } from '@siegel/contracts/audit/views';
import { replayedFields } from '@siegel/contracts/audit/replayed-fields';
import type { AuditedEventView, NdaAtView, Unreadable } from '@siegel/contracts/audit/views';
import type { Role } from '@siegel/contracts/enums';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../../components/key-values.js';
import { Skeleton } from '../../../components/skeleton.js';
import { Status } from '../../../components/status.js';
import { useHoldWords } from '../ndas/hold-words.js';
import { NdaStatusLabel } from '../ndas/nda-words.js';
import { pdfAddress } from '../ndas/ndas.js';
import { Block } from '../page/block.js';
import { secondOf, useFieldName, useFieldWords } from './words.js';

const ReplayedAgreement = lazy(async () => ({
  default: (await import('./replayed-agreement.js')).ReplayedAgreement,
}));

const HASH_SHOWN = 20;

/** The NDA after the event: the main facts, the agreement's text and all fields. */
export function State({ id, at, reader }: { id: string; at: NdaAtView; reader: Role }) {
  const { t } = useTranslation('replay');
  const { nda, unreadable } = at;
  return (
    <Block id="replay-state" title={t('state')} aside={nda !== null && <StatusThen nda={nda} />}>
      {nda !== null && <ErasureNote nda={nda} />}
      {nda !== null && <LegalHoldNote nda={nda} />}
      {unreadable !== null && <p className="text-soft">{t(`unreadable.${unreadable}`)}</p>}
      {nda === null ? (
        <p className="text-soft">{t('stateNone')}</p>
      ) : (
        <>
          <Facts id={id} at={at} nda={nda} reader={reader} />
          <Text at={at} />
          <AllFields nda={nda} />
        </>
      )}
    </Block>
  );
}

/**
 * Shows the status of the NDA after the event. If the NDA is erased, the label says so instead, because an
 * erased NDA can make no further progress.
 */
function StatusThen({ nda }: { nda: ReplayedNda }) {
  const { t } = useTranslation('replay');
  return nda.deletedAt === null ? (
    <NdaStatusLabel nda={nda} />
  ) : (
    <Status tone="bad" label={t('list.erased')} />
  );
}

function ErasureNote({ nda: { deletedAt, status } }: { nda: ReplayedNda }) {
  const { t, i18n } = useTranslation('replay');
  const { t: tAdmin } = useTranslation('admin');
  if (deletedAt === null) return null;
  const values = { at: secondOf(deletedAt, i18n.language), status: tAdmin(`ndas.statuses.${status}`) };
  return <p className="text-soft">{t('erasedThen', values)}</p>;
}

/** The legal hold after the event. An erased NDA has no legal hold. */
function LegalHoldNote({ nda: { deletedAt, legalHold } }: { nda: ReplayedNda }) {
  const held = useHoldWords()(deletedAt === null ? legalHold : null);
  return held === undefined ? null : <p className="text-soft">{held}</p>;
}

interface FactsProps {
  readonly id: string;
  readonly at: NdaAtView;
  readonly nda: ReplayedNda;
  readonly reader: Role;
}

function Facts({ id, at, nda, reader }: FactsProps) {
  const { t, i18n } = useTranslation('replay');
  const nameOf = useFieldName();
  const wordsOf = useFieldWords();
  const { unreadable, document } = at;
  const changed = new Set(at.changes.map(({ field }) => field));
  const shown = (field: Parameters<typeof nameOf>[0], value: string | null): ReactNode =>
    value === null ? (
      <UnreadableValue why={unreadable} />
    ) : changed.has(field) && at.revision > 0 ? (
      <mark className="replay-mark">{value}</mark>
    ) : (
      <bdi>{value}</bdi>
    );
  const party = (one: 1 | 2): ReactNode => {
    const signedAt = nda[`party${one}SignedAt`];
    return (
      <span className="nda-party">
        <span className="replay-party">
          {shown(`party${one}Name`, nda[`party${one}Name`])}
          {shown(`party${one}Email`, nda[`party${one}Email`])}
        </span>
        <span className="text-soft text-figures">
          {signedAt === null ? t('notSigned') : t('signedOn', { at: secondOf(signedAt, i18n.language) })}
        </span>
      </span>
    );
  };
  const items = [
    { key: 'idea', label: nameOf('ideaTitle'), value: shown('ideaTitle', nda.ideaTitle) },
    { key: 'party1', label: t('party1'), value: party(1) },
    { key: 'party2', label: t('party2'), value: party(2) },
    {
      key: 'terms',
      label: t('terms'),
      value: (['duration', 'geographicScope', 'penaltyClause'] as const)
        .map((field) => wordsOf(field, nda[field]))
        .join(', '),
    },
    {
      key: 'payment',
      label: nameOf('paymentStatus'),
      value: shown('paymentStatus', wordsOf('paymentStatus', nda.paymentStatus)),
    },
    {
      key: 'document',
      label: t('document'),
      value:
        document === null ? (
          <span className="text-soft">{t('documentNone')}</span>
        ) : (
          <>
            {t('documentAt', {
              at: secondOf(document.sealedAt, i18n.language),
              pages: document.pages,
              hash: `${document.documentHash.slice(0, HASH_SHOWN)}…`,
            })}
            {reader === 'admin' && unreadable === null && (
              <>
                {' '}
                <a href={pdfAddress(id)} download>
                  {t('pdf')}
                </a>
              </>
            )}
          </>
        ),
    },
  ];
  return <KeyValues items={items} />;
}

function UnreadableValue({ why }: { why: Unreadable | null }) {
  const { t } = useTranslation('replay');
  return <span className="replay-gone">{t(`gone.${why ?? 'erased'}`)}</span>;
}

/** The agreement's text. It never changes after the NDA is created. */
function Text({ at }: { at: NdaAtView }) {
  const { t } = useTranslation('replay');
  const [isOpen, setOpen] = useState(false);
  if (at.nda === null || at.unreadable !== null || at.issueDate === null) return null;
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('text')}</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={['full', 'full', 'half']} />}>
          <ReplayedAgreement nda={at.nda} issueDate={at.issueDate} />
        </Suspense>
      )}
    </details>
  );
}

function AllFields({ nda }: { nda: ReplayedNda }) {
  const { t } = useTranslation('replay');
  const nameOf = useFieldName();
  const wordsOf = useFieldWords();
  const fields = Object.entries(replayedFields(nda)) as [Parameters<typeof nameOf>[0], string | null][];
  return (
    <details className="fold">
      <summary>{t('stateAll')}</summary>
      <KeyValues
        items={fields
          .filter(([, value]) => value !== null)
          .map(([field, value]) => ({
            key: field,
            label: nameOf(field),
            value: <span className="replay-value">{wordsOf(field, value)}</span>,
          }))}
      />
    </details>
  );
}

/** Shows the event's hash and the previous event's hash. */
export function Chain({ event }: { event: AuditedEventView }) {
  const { t } = useTranslation('replay');
  const isFirst = /^0{64}$/.test(event.previousHash);
  return (
    <Block id="replay-chain" title={t('chain')}>
      <KeyValues
        items={[
          {
            key: 'previous',
            label: t('previous'),
            value: isFirst ? t('first') : <span className="text-mono">{event.previousHash}</span>,
          },
          { key: 'this', label: t('this'), value: <span className="text-mono">{event.hash}</span> },
        ]}
      />
    </Block>
  );
}
