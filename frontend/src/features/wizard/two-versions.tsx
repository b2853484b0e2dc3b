import { TERM_FIELDS } from '@siegel/contracts/nda/term-fields';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/field-error.js';
import { classNames } from '../../lib/class-names.js';
import {
  editedSinceResult,
  editOptimized,
  editOriginal,
  select,
  type Version,
} from './optimisation-state.js';
import { fieldId, lengthOf, useFieldError } from './text-fields.js';
import type { Optimisation } from './use-optimisation.js';
import type { WizardForm } from './wizard-form.js';

interface VersionCardProps {
  version: Version;
  optimisation: Optimisation;
  text: string;
  onEdit: (text: string) => void;
  invalid: boolean;
}

function VersionCard({ version, optimisation, text, onEdit, invalid }: VersionCardProps) {
  const { t } = useTranslation('wizard');
  const { trigger } = useFormContext<WizardForm>();
  const chosen = optimisation.state.selectedVersion === version;
  const length = lengthOf(text);
  const tooLong = length > TERM_FIELDS.ideaDescription.max;
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
        <small className={classNames('text-figures', tooLong && 'text-bad')}>
          {t('optimise.characters', { count: length })}
        </small>
      </label>
      <textarea
        className="input"
        name="ideaDescription"
        id={chosen ? fieldId('ideaDescription') : undefined}
        aria-label={t(`optimise.${version}Field`)}
        aria-invalid={chosen && invalid ? true : undefined}
        aria-describedby={chosen && invalid ? 'description-error' : undefined}
        value={text}
        onChange={(event) => onEdit(event.target.value)}
        onBlur={() => void trigger('ideaDescription')}
      />
    </div>
  );
}

/**
 * Shows the user's own text and the rewritten text. The user chooses which text the agreement gets
 * (rule:two-versions-to-choose-from).
 */
export function TwoVersions({ optimisation, again }: { optimisation: Optimisation; again: ReactNode }) {
  const { t } = useTranslation('wizard');
  const { state, change, provider } = optimisation;
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
      <p className="text-note">{t('idea.descriptionHint')}</p>
      {error && <FieldError id="description-error">{error}</FieldError>}
      {provider !== null && (
        <div className="description-bar">
          <p className="text-note" id="optimise-hint">
            {t('optimise.hintDone', { provider })}
          </p>
          {editedSinceResult(state) && again}
        </div>
      )}
    </fieldset>
  );
}
