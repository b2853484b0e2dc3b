import { FeatherIcon } from '@phosphor-icons/react/dist/csr/Feather';
import { TERM_FIELDS } from '@siegel/contracts/nda/term-fields';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Counter } from '../../components/counter.js';
import { Button } from '../../components/button.js';
import { LongTextField, lengthOf } from './text-fields.js';
import { TwoVersions } from './two-versions.js';
import { type Optimisation, useOptimisation } from './use-optimisation.js';
import type { WizardForm } from './wizard-form.js';

const { min, max } = TERM_FIELDS.ideaDescription;

/**
 * The description of the idea, with optional rewriting by AI. At first there is one field. Once there is a
 * result, there are two texts to choose from. Without a configured provider the field does not mention
 * rewriting.
 */
export function DescriptionField() {
  const { t } = useTranslation('wizard');
  const optimisation = useOptimisation();
  return optimisation.state.hasResult ? (
    <TwoVersions
      optimisation={optimisation}
      again={<RunButton optimisation={optimisation}>{t('optimise.again')}</RunButton>}
    />
  ) : (
    <OneText optimisation={optimisation} />
  );
}

function useLength(): number {
  const { control } = useFormContext<WizardForm>();
  return lengthOf(useWatch({ control, name: 'ideaDescription' }));
}

function RunButton({ optimisation, children }: { optimisation: Optimisation; children: ReactNode }) {
  const { t } = useTranslation('wizard');
  const length = useLength();
  return (
    <Button
      size="sm"
      disabled={length < min || length > max}
      busy={optimisation.pending}
      busyLabel={t('optimise.busy')}
      aria-describedby="optimise-hint"
      onClick={optimisation.run}
    >
      <FeatherIcon size={18} aria-hidden="true" />
      {children}
    </Button>
  );
}

function OneText({ optimisation }: { optimisation: Optimisation }) {
  const { t } = useTranslation('wizard');
  const { provider } = optimisation;
  const length = useLength();
  const missing = min - length;
  return (
    <div>
      <LongTextField
        name="ideaDescription"
        label={t('idea.description')}
        placeholder={t('idea.descriptionPlaceholder')}
        rows={6}
        hint={
          missing > 0 && length > 0
            ? `${t('idea.remaining', { count: missing })} ${t('idea.descriptionHint')}`
            : t('idea.descriptionHint')
        }
        counter={<Counter length={length} max={missing > 0 ? min : max} />}
      />
      {provider !== null && (
        <div className="description-bar">
          <p className="text-note" id="optimise-hint">
            {missing > 0 ? t('optimise.hintShort', { min }) : t('optimise.hintOptIn', { provider })}
          </p>
          <RunButton optimisation={optimisation}>{t('optimise.button')}</RunButton>
        </div>
      )}
    </div>
  );
}
