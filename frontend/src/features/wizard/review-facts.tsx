import { formatPenalty } from '@siegel/contracts/formats';
import type { PenaltyClause } from '@siegel/contracts/enums';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../components/key-values.js';
import { currentLanguage } from '../../lib/language.js';
import { penaltyClauseOf, type WizardForm } from './wizard-form.js';

function Party({ name, company }: { name: string; company: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      {company !== '' && (
        <>
          <br />
          <bdi className="text-soft">{company}</bdi>
        </>
      )}
    </>
  );
}

/** The chosen terms at a glance, above the text that results from them. */
export function ReviewFacts({ form }: { form: WizardForm }) {
  const { t } = useTranslation('wizard');
  const orMissing = (filled: boolean, value: ReactNode) =>
    filled ? value : <span className="text-bad">{t('review.missing')}</span>;
  const penalty =
    form.penalty === 'none'
      ? t('terms.penalties.none')
      : formatPenalty(penaltyClauseOf(form) as PenaltyClause, currentLanguage());
  const party = (number: 1 | 2) => {
    const name = form[`party${number}Name`].trim();
    return {
      key: `party${number}`,
      label: t(`review.party${number}`),
      value: orMissing(name !== '', <Party name={name} company={form[`party${number}Company`].trim()} />),
    };
  };
  const { duration, geographicScope } = form;
  return (
    <KeyValues
      items={[
        {
          key: 'title',
          label: t('idea.ideaTitle'),
          value: orMissing(form.ideaTitle.trim() !== '', <bdi className="text-serif">{form.ideaTitle}</bdi>),
        },
        party(1),
        party(2),
        {
          key: 'duration',
          label: t('terms.duration'),
          value: orMissing(duration !== '', duration && t(`terms.durations.${duration}`)),
        },
        {
          key: 'scope',
          label: t('terms.scope'),
          value: orMissing(geographicScope !== '', geographicScope && t(`terms.scopes.${geographicScope}`)),
        },
        {
          key: 'penalty',
          label: t('terms.penalty'),
          value: orMissing(penalty !== '', <span className="text-figures">{penalty}</span>),
        },
        {
          key: 'return',
          label: t('review.return'),
          value: t(form.returnOfMaterials ? 'review.yes' : 'review.no'),
        },
        {
          key: 'language',
          label: t('terms.languageGroup'),
          value: t(`terms.languages.${form.language}`),
        },
      ]}
    />
  );
}
