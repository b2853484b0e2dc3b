import { FeatherIcon } from '@phosphor-icons/react/dist/csr/Feather';
import { TERM_FIELDS } from '@siegel/contracts/nda/term-fields';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { FieldError } from '../../components/field-error.js';
import {
  editedSinceResult,
  editOptimized,
  editOriginal,
  select,
  type Version,
} from './optimisation-state.js';
import { type Optimisation, useOptimisation } from './use-optimisation.js';
import { fieldId, LongTextField, useFieldError } from './wizard-fields.js';
import type { WizardForm } from './wizard-form.js';

const { min, max } = TERM_FIELDS.ideaDescription;

/**
 * The description with its rewriting: one field before there is a result, two texts and a choice afterwards.
 */
export function DescriptionField() {
  const optimisation = useOptimisation();
  return optimisation.state.hasResult ? (
    <TwoVersions optimisation={optimisation} />
  ) : (
    <OneText optimisation={optimisation} />
  );
}

function useLength(): number {
  const { control } = useFormContext<WizardForm>();
  return useWatch({ control, name: 'ideaDescription' }).trim().length;
}

function RunButton({ optimisation, children }: { optimisation: Optimisation; children: ReactNode }) {
  const { t } = useTranslation('wizard');
  const enough = useLength() >= min;
  return (
    <Button
      size="sm"
      disabled={!enough || optimisation.notConfigured}
      busy={optimisation.pending}
      busyLabel={t('optimise.busy')}
      aria-describedby="optimise-hint"
      onClick={() => void optimisation.run()}
    >
      <FeatherIcon size={18} aria-hidden="true" />
      {children}
    </Button>
  );
}

function OneText({ optimisation }: { optimisation: Optimisation }) {
  const { t } = useTranslation('wizard');
  const length = useLength();
  const missing = min - length;
  const hint = optimisation.notConfigured
    ? t('optimise.notConfigured')
    : missing > 0
      ? t('optimise.hintShort', { min })
      : t('optimise.hintOptIn');
  return (
    <div>
      <LongTextField
        name="ideaDescription"
        label={t('idea.description')}
        placeholder={t('idea.descriptionPlaceholder')}
        rows={6}
        hint={missing > 0 && length > 0 ? t('idea.remaining', { count: missing }) : t('idea.descriptionHint')}
        counter={missing > 0 ? `${length} / ${min}` : `${length} / ${max}`}
      />
      <div className="description-bar">
        <p className="text-note" id="optimise-hint">
          {hint}
        </p>
        <RunButton optimisation={optimisation}>{t('optimise.button')}</RunButton>
      </div>
    </div>
  );
}

interface VersionCardProps {
  version: Version;
  optimisation: Optimisation;
  text: string;
  onEdit: (text: string) => void;
  invalid: boolean;
}

function VersionCard({ version, optimisation, text, onEdit, invalid }: VersionCardProps) {
  const { t } = useTranslation('wizard');
  const chosen = optimisation.state.selectedVersion === version;
  return (
    <div className="description-version">
      <label className="description-version-label">
        <input
          className="radio"
          type="radio"
          name="description-version"
          checked={chosen}
          onChange={() => optimisation.change(select(optimisation.state, version))}
        />
        {t(`optimise.${version}`)}
        <small className="text-figures">{t('optimise.characters', { count: text.trim().length })}</small>
      </label>
      <textarea
        className="input"
        name="ideaDescription"
        id={chosen ? fieldId('ideaDescription') : undefined}
        aria-label={t(`optimise.${version}Field`)}
        aria-invalid={chosen && invalid ? true : undefined}
        aria-describedby={chosen && invalid ? 'description-error' : undefined}
        value={text}
        maxLength={max}
        onChange={(event) => onEdit(event.target.value)}
      />
    </div>
  );
}

function TwoVersions({ optimisation }: { optimisation: Optimisation }) {
  const { t } = useTranslation('wizard');
  const { state, change } = optimisation;
  const error = useFieldError('ideaDescription');
  const card = { optimisation, invalid: error !== undefined };
  return (
    <fieldset className="field">
      <legend className="field-legend">{t('optimise.legend')}</legend>
      <div className="description-versions">
        <VersionCard
          {...card}
          version="original"
          text={state.originalText}
          onEdit={(text) => change(editOriginal(state, text))}
        />
        <VersionCard
          {...card}
          version="optimized"
          text={state.optimizedText}
          onEdit={(text) => change(editOptimized(state, text))}
        />
      </div>
      {error && <FieldError id="description-error">{error}</FieldError>}
      <div className="description-bar">
        <p className="text-note" id="optimise-hint">
          {optimisation.notConfigured ? t('optimise.notConfigured') : t('optimise.hintDone')}
        </p>
        {editedSinceResult(state) && <RunButton optimisation={optimisation}>{t('optimise.again')}</RunButton>}
      </div>
    </fieldset>
  );
}
