import { FilePdfIcon } from '@phosphor-icons/react/dist/csr/FilePdf';
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash';
import type { LegalHoldView, NdaListItem } from '@siegel/contracts/admin/views';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Status } from '../../../components/status.js';
import { formatShortMoment } from '../../../lib/format-figures.js';
import { ndaAddress } from '../obligations/obligation-row.js';
import { placeOf } from '../session/place.js';
import { useClosedWords } from './closed-words.js';
import { useHoldWords } from './hold-words.js';
import { hasDocument } from './shown-status.js';
import { NdaPayment, NdaStatusLabel } from './nda-words.js';
import { type NdaSort, pdfAddress } from './ndas.js';

export interface NdaTableProps {
  readonly items: readonly NdaListItem[];
  readonly sort: NdaSort;
  /** Ids of NDAs whose key is still being destroyed. */
  readonly erasing: readonly string[];
  readonly onErase: (nda: NdaListItem) => void;
}

/** A table with six columns, shown as a list on narrow screens. */
export function NdaTable({ items, sort, erasing, onErase }: NdaTableProps) {
  const { t } = useTranslation('admin');
  return (
    <table className="data-table nda-table">
      <thead>
        <tr>
          <th scope="col">{t('ndas.idea')}</th>
          <th scope="col">{t('ndas.parties')}</th>
          <th scope="col">{t('ndas.status')}</th>
          <th scope="col">{t('ndas.payment')}</th>
          <th scope="col" aria-sort={sort === 'created' ? 'ascending' : 'descending'}>
            {t('ndas.created')}
          </th>
          <th scope="col" className="data-table-end">
            {t('ndas.actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((nda) => (
          <Row key={nda.id} nda={nda} isErasing={erasing.includes(nda.id)} onErase={() => onErase(nda)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ nda, isErasing, onErase }: { nda: NdaListItem; isErasing: boolean; onErase: () => void }) {
  const { t, i18n } = useTranslation('admin');
  const from = useLocation();
  return (
    <tr className={isErasing ? 'nda-row is-erasing' : 'nda-row'} aria-busy={isErasing || undefined}>
      <td className="nda-idea">
        <Link to={ndaAddress(nda.id)} state={placeOf(from)} dir="auto">
          {nda.ideaTitle}
        </Link>
      </td>
      <td data-label={t('ndas.parties')}>
        <div className="nda-parties">
          <PartyCell name={nda.party1Name} email={nda.party1Email} />
          <PartyCell name={nda.party2Name} email={nda.party2Email} />
        </div>
      </td>
      <td data-label={t('ndas.status')}>
        {isErasing ? <Status tone="run" label={t('erase.erasing')} /> : <NdaStatusLabel nda={nda} />}
        <HeldNote hold={nda.legalHold} />
        <ClosedNote untrustedSince={nda.untrustedSince} />
      </td>
      <td className="text-figures" data-label={t('ndas.payment')}>
        <NdaPayment nda={nda} />
      </td>
      <td className="text-figures" data-label={t('ndas.created')}>
        {formatShortMoment(nda.createdAt, i18n.language)}
      </td>
      <td className="data-table-actions">{!isErasing && <Actions nda={nda} onErase={onErase} />}</td>
    </tr>
  );
}

/** The date of a legal hold. The reason is shown at the button that the hold disables. */
function HeldNote({ hold }: { hold: LegalHoldView | null }) {
  const words = useHoldWords()(hold && { ...hold, reason: null });
  return words !== undefined && <p className="text-note">{words}</p>;
}

function ClosedNote({ untrustedSince }: { untrustedSince: string | null }) {
  const words = useClosedWords()(untrustedSince);
  return words !== undefined && <p className="text-note">{words}</p>;
}

function PartyCell({ name, email }: { name: string; email: string }) {
  return (
    <span>
      <bdi>{name}</bdi>
      <bdi className="text-note">{email}</bdi>
    </span>
  );
}

function Actions({ nda, onErase }: { nda: NdaListItem; onErase: () => void }) {
  const { t } = useTranslation('admin');
  const held = useHoldWords()(nda.legalHold);
  const closed = useClosedWords()(nda.untrustedSince);
  const barred = closed ?? held;
  const barredId = useId();
  const pdf = t('ndas.pdf', { title: nda.ideaTitle });
  const erase = t('ndas.erase', { title: nda.ideaTitle });
  return (
    <>
      {hasDocument(nda) && (
        <a className="icon-button" href={pdfAddress(nda.id)} download aria-label={pdf} title={pdf}>
          <FilePdfIcon size={20} aria-hidden="true" />
        </a>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={erase}
        title={barred ?? erase}
        disabled={barred !== undefined}
        aria-describedby={barred === undefined ? undefined : barredId}
        onClick={onErase}
      >
        <TrashIcon size={18} aria-hidden="true" />
      </button>
      {barred !== undefined && (
        <span className="visually-hidden" id={barredId}>
          {barred}
        </span>
      )}
    </>
  );
}
