import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../../components/key-values.js';
import { formatShortMoment } from '../../../lib/format-figures.js';
import { useTermFacts } from '../../nda/use-term-facts.js';
import { Block } from '../page/block.js';

/** Facts of an NDA: its parties, terms and dates. */
export function NdaFacts({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('admin');
  const terms = useTermFacts(nda);
  const moment = (iso: string | null): ReactNode =>
    iso === null ? t('nda.notYet') : <time dateTime={iso}>{formatShortMoment(iso, i18n.language)}</time>;
  const items = [
    {
      key: 'party1',
      label: t('nda.party1'),
      value: <Party name={nda.party1Name} company={nda.party1Company} email={nda.party1Email} />,
    },
    {
      key: 'party2',
      label: t('nda.party2'),
      value: <Party name={nda.party2Name} company={nda.party2Company} email={nda.party2Email} />,
    },
    ...terms,
    { key: 'created', label: t('nda.created'), value: moment(nda.createdAt) },
    { key: 'signed1', label: t('nda.signed1'), value: moment(nda.party1SignedAt) },
    { key: 'signed2', label: t('nda.signed2'), value: moment(nda.party2SignedAt) },
    { key: 'mode', label: t('nda.mode'), value: t(`nda.modes.${nda.signatureMode ?? 'none'}`) },
    ...nda.disputed.map(({ party, at }) => ({
      key: `disputed${party}`,
      label: t('nda.disputed', { party }),
      value: moment(at),
    })),
    { key: 'id', label: t('nda.id'), value: <span className="text-mono">{nda.id}</span> },
  ];
  return (
    <Block id="facts" title={t('nda.facts')}>
      <KeyValues items={items} />
      <details className="fold">
        <summary>{t('nda.description')}</summary>
        <p className="nda-description" lang={nda.language} dir="auto">
          {nda.ideaDescription}
        </p>
      </details>
    </Block>
  );
}

function Party({ name, company, email }: { name: string; company: string | null; email: string }) {
  return (
    <span className="nda-party">
      <bdi>{name}</bdi>
      {company !== null && <bdi>{company}</bdi>}
      <bdi>{email}</bdi>
    </span>
  );
}
