import type { AgreementField } from '@siegel/contracts/agreement/agreement-field';
import type { NdaView } from '@siegel/contracts/nda/view';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldErrors, FormProvider, useForm, useFormState, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { idle } from '../../lib/when-idle.js';
import { agreementFieldOf } from './agreement-field.js';
import { PreviewDock, PreviewPlaceholder } from './preview-placeholder.js';
import { focusField } from './wizard-fields.js';
import type { WizardDraft } from './wizard-draft.js';
import { sameForm, type WizardForm } from './wizard-form.js';
import { firstWrong, loadRules, wizardResolver } from './wizard-resolver.js';

const LivePreview = lazy(async () => {
  await idle();
  return { default: (await import('./live-preview.js')).LivePreview };
});

export interface StepFormProps {
  step: 1 | 2;
  form: WizardForm;
  /** Number of changes to `form` in other tabs. When it rises, the fields must show `form` again. */
  takenOver: number;
  nda: NdaView | null;
  draft: WizardDraft;
  /** Called with all fields at each change. */
  onChange: (form: WizardForm) => void;
  onContinue: () => void;
  /** If true, missing fields are reported at once, because the user was sent back to this step. */
  checkAtOnce: boolean;
  children: ReactNode;
}

/** Calls `onFocus` with the agreement field that the focused form field fills. */
function useFocusedField(onFocus: (field: AgreementField | undefined) => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    const enter = ({ target }: FocusEvent) => {
      // The user has entered a field, so the rules are needed soon. If loading fails now, the resolver tries
      // again.
      loadRules().catch(() => undefined);
      onFocus(target instanceof Element ? agreementFieldOf(target.getAttribute('name') ?? '') : undefined);
    };
    const leave = () => onFocus(undefined);
    element?.addEventListener('focusin', enter);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', enter);
      element?.removeEventListener('focusout', leave);
    };
  }, [onFocus]);
  return form;
}

/** Shows the changes of another tab in the fields, and keeps the errors of the fields. */
function useTakeOver(form: UseFormReturn<WizardForm>, theirs: WizardForm, takenOver: number): void {
  const show = useEffectEvent(() => {
    if (!sameForm(form.getValues(), theirs)) form.reset(theirs, { keepErrors: true, keepIsSubmitted: true });
  });
  useEffect(() => {
    if (takenOver > 0) show();
  }, [takenOver]);
}

/**
 * The number of wrong fields. Screen readers announce it after each refused submit, before the first wrong
 * field.
 */
function ProblemCount() {
  const { t } = useTranslation('wizard');
  const { errors, isSubmitted, submitCount } = useFormState<WizardForm>();
  const count = Object.keys(errors).length;
  return (
    <p className="visually-hidden" role="alert" key={submitCount}>
      {isSubmitted && count > 0 && t('problems', { count })}
    </p>
  );
}

/**
 * Steps 1 and 2. The fields are at the left. The agreement is at the right and grows while the user fills in
 * the fields.
 */
export function StepForm(props: StepFormProps) {
  const { step, form: initial, takenOver, nda, draft, onChange, onContinue, checkAtOnce, children } = props;
  const form = useForm<WizardForm>({
    defaultValues: initial,
    resolver: wizardResolver(step),
    shouldFocusError: false,
    // The form itself does not check a field again after a change, because each field starts its own check.
    reValidateMode: 'onSubmit',
  });
  const [focused, setFocused] = useState<AgreementField>();
  const [sheet, setSheet] = useState(false);

  useEffect(
    () =>
      form.subscribe({ formState: { values: true }, callback: ({ values: next }) => onChange({ ...next }) }),
    [form, onChange],
  );
  useTakeOver(form, initial, takenOver);

  const focusFirstProblem = (errors: FieldErrors<WizardForm>) => {
    const first = firstWrong(errors, step);
    if (first) focusField(first);
  };
  const submit = form.handleSubmit(onContinue, focusFirstProblem);
  const arrive = useEffectEvent(() => {
    if (checkAtOnce) void form.handleSubmit(() => undefined, focusFirstProblem)();
  });
  useEffect(() => arrive(), []);

  const fields = useFocusedField(setFocused);
  return (
    <FormProvider {...form}>
      <div className="wizard-columns">
        <form noValidate ref={fields} onSubmit={(event) => void submit(event)}>
          {children}
          <ProblemCount />
        </form>
        <Suspense fallback={<PreviewPlaceholder />}>
          <LivePreview nda={nda} focused={focused} draft={draft} sheet={sheet} onSheet={setSheet} />
        </Suspense>
      </div>
      <PreviewDock onOpen={() => setSheet(true)} />
    </FormProvider>
  );
}
