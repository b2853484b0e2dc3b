import { fillAgreement } from '@siegel/contracts/agreement/fill';
import type { AgreementField } from '@siegel/contracts/agreement/document';
import type { NdaView } from '@siegel/contracts/nda/view';
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/language.js';
import { AgreementView } from '../agreement/agreement-view.js';
import { agreementFieldOf } from '../agreement/agreement-terms.js';
import { AgreementSheet, PreviewAside, PreviewDock } from './preview.js';
import { previewTerms } from './preview-terms.js';
import { focusField } from './wizard-fields.js';
import type { WizardForm } from './wizard-form.js';
import { problemsOf, wizardResolver } from './wizard-resolver.js';

export interface StepFormProps {
  step: 1 | 2;
  form: WizardForm;
  nda: NdaView | null;
  savedAt: Date | null;
  /** Called at each change, with all fields. */
  onChange: (form: WizardForm) => void;
  onContinue: () => void;
  /** Show what is missing at once: someone was sent back here. */
  checkAtOnce: boolean;
  children: ReactNode;
}

/** Steps 1 and 2: the fields at the left, the agreement that grows with them at the right. */
export function StepForm({ step, form: initial, nda, savedAt, onChange, onContinue, checkAtOnce, children }: StepFormProps) {
  const { t } = useTranslation('wizard');
  const form = useForm<WizardForm>({ defaultValues: initial, resolver: wizardResolver(step), shouldFocusError: false });
  const values = useWatch({ control: form.control }) as WizardForm;
  const [focused, setFocused] = useState<AgreementField>();
  const [sheet, setSheet] = useState(false);

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values: next }) => onChange({ ...next }) }), [form, onChange]);

  const submit = form.handleSubmit(onContinue, () => {
    const first = problemsOf(form.getValues(), step)[0];
    if (first) focusField(first.field);
  });
  useEffect(() => {
    if (checkAtOnce) void submit();
    // Once, when the step opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const document = fillAgreement(previewTerms(values, currentLanguage(), nda));
  const follow = (event: FocusEvent<HTMLFormElement>) => setFocused(agreementFieldOf(event.target.name));
  return (
    <FormProvider {...form}>
      <div className="wiz">
        <form noValidate onSubmit={(event) => void submit(event)} onFocus={follow} onBlur={() => setFocused(undefined)}>
          {children}
        </form>
        <PreviewAside document={document} focused={focused} savedAt={savedAt} onReadAll={() => setSheet(true)} />
      </div>
      <PreviewDock onOpen={() => setSheet(true)} />
      <AgreementSheet open={sheet} onOpenChange={setSheet} title={t('preview.sheetTitle')}>
        <AgreementView document={document} level={3} />
      </AgreementSheet>
    </FormProvider>
  );
}
