import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight';
import { DURATIONS, GEOGRAPHIC_SCOPES, LANGUAGES, PENALTY_PRESETS } from '@siegel/contracts/enums';
import { PENALTY_CUSTOM_MIN } from '@siegel/contracts/limits';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Checkbox } from '../../components/checkbox.js';
import { PageHeading } from '../../components/page-heading.js';
import { RadioGroup } from '../../components/radio-group.js';
import { StepActions } from '../nda/step-actions.js';
import { fieldId, LongTextField, TextField } from './text-fields.js';
import { Group, SelectField } from './wizard-fields.js';
import type { WizardForm } from './wizard-form.js';

function PenaltyFields() {
  const { t } = useTranslation('wizard');
  const { control } = useFormContext<WizardForm>();
  const penalty = useWatch({ control, name: 'penalty' });
  const choices = [...PENALTY_PRESETS, 'custom' as const].map((value) => ({
    value,
    label: t(`terms.penalties.${value}`),
  }));
  return (
    <Group title={t('terms.penaltyGroup')} note={t('terms.penaltyNote')}>
      <div className="field-columns">
        <SelectField
          name="penalty"
          label={t('terms.penalty')}
          hint={t('terms.penaltyHint')}
          choose={t('terms.choose')}
          choices={choices}
        />
        {penalty === 'custom' && (
          <TextField
            name="penaltyAmount"
            label={t('terms.amount')}
            hint={t('terms.amountHint')}
            type="number"
            min={PENALTY_CUSTOM_MIN}
            step={1}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </div>
      {(penalty === 'custom' || penalty === '100k') && (
        <p className="text-note">{t('terms.penaltyHighHint')}</p>
      )}
    </Group>
  );
}

function LanguageChoice() {
  const { t } = useTranslation('wizard');
  const { control, setValue } = useFormContext<WizardForm>();
  const language = useWatch({ control, name: 'language' });
  return (
    <Group title={t('terms.languageGroup')} note={t('terms.languageNote')}>
      <RadioGroup
        legend={t('terms.languageLegend')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: t(`terms.languages.${value}`) }))}
        onChange={(value) => setValue('language', value, { shouldDirty: true })}
      />
    </Group>
  );
}

/** Says what happens after the duration. An unlimited agreement ends only by notice. */
function DurationHint() {
  const { t } = useTranslation('wizard');
  const { control } = useFormContext<WizardForm>();
  const duration = useWatch({ control, name: 'duration' });
  return (
    <p className="text-note">{t(duration === 'unlimited' ? 'terms.unlimitedHint' : 'terms.durationHint')}</p>
  );
}

export function StepTerms({ onBack, onStartNew }: { onBack: () => void; onStartNew: () => void }) {
  const { t } = useTranslation('wizard');
  const { register } = useFormContext<WizardForm>();
  return (
    <>
      <PageHeading title={t('terms.title')} lead={t('terms.lead')} />
      <Group title={t('terms.group')} note={t('terms.groupNote')}>
        <div className="field-columns">
          <SelectField
            name="duration"
            label={t('terms.duration')}
            choose={t('terms.choose')}
            choices={DURATIONS.map((value) => ({ value, label: t(`terms.durations.${value}`) }))}
          />
          <SelectField
            name="geographicScope"
            label={t('terms.scope')}
            choose={t('terms.choose')}
            choices={GEOGRAPHIC_SCOPES.map((value) => ({ value, label: t(`terms.scopes.${value}`) }))}
          />
        </div>
        <DurationHint />
      </Group>
      <PenaltyFields />
      <Group title={t('terms.moreGroup')} note={t('terms.moreNote')}>
        <LongTextField
          name="permittedDisclosures"
          label={t('terms.permitted')}
          rows={3}
          placeholder={t('terms.permittedPlaceholder')}
          hint={t('terms.permittedHint')}
        />
        <Checkbox
          id={fieldId('returnOfMaterials')}
          label={t('terms.return')}
          {...register('returnOfMaterials')}
        />
      </Group>
      <LanguageChoice />
      <StepActions onBack={onBack} onStartNew={onStartNew}>
        <Button variant="go" type="submit">
          {t('terms.continue')}
          <ArrowRightIcon size={18} aria-hidden="true" />
        </Button>
      </StepActions>
    </>
  );
}
