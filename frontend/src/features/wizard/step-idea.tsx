import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { PageHeading } from '../../components/page-heading.js';
import { DescriptionField } from './description-field.js';
import { StepActions } from '../nda/step-actions.js';
import { TextField } from './text-fields.js';
import { Group } from './wizard-fields.js';
import type { WizardForm } from './wizard-form.js';

/**
 * True if both parties have the same e-mail address. Two people may share a mailbox, but usually the same
 * address is a mistake.
 */
function useSameAddress(): boolean {
  const { control } = useFormContext<WizardForm>();
  const [first, second] = useWatch({ control, name: ['party1Email', 'party2Email'] });
  return first.trim() !== '' && first.trim().toLowerCase() === second.trim().toLowerCase();
}

function PartyFields({ party }: { party: 1 | 2 }) {
  const { t } = useTranslation('wizard');
  const own = party === 1;
  const same = useSameAddress() && !own;
  return (
    <Group title={t(`idea.party${party}`)} note={t(`idea.party${party}Note`)}>
      <div className="field-columns">
        <TextField name={`party${party}Name`} label={t('idea.name')} autoComplete={own ? 'name' : 'off'} />
        <TextField
          name={`party${party}Company`}
          label={t('idea.company')}
          autoComplete={own ? 'organization' : 'off'}
          placeholder={own ? undefined : t('idea.companyPlaceholder')}
        />
      </div>
      <TextField
        name={`party${party}Email`}
        label={t('idea.email')}
        hint={same ? t('idea.sameEmail') : t(`idea.party${party}EmailHint`)}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete={own ? 'email' : 'off'}
      />
    </Group>
  );
}

export function StepIdea({ onStartNew }: { onStartNew: () => void }) {
  const { t } = useTranslation('wizard');
  return (
    <>
      <PageHeading title={t('idea.title')} lead={t('idea.lead')} />
      <Group title={t('idea.group')} note={t('idea.groupNote')}>
        <TextField
          name="ideaTitle"
          label={t('idea.ideaTitle')}
          placeholder={t('idea.ideaTitlePlaceholder')}
          autoComplete="off"
        />
        <DescriptionField />
      </Group>
      <PartyFields party={1} />
      <PartyFields party={2} />
      <StepActions onStartNew={onStartNew}>
        <Button variant="go" type="submit">
          {t('idea.continue')}
          <ArrowRightIcon size={18} aria-hidden="true" />
        </Button>
      </StepActions>
    </>
  );
}
