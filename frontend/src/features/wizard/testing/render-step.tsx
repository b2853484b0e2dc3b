import { screen } from '@testing-library/react';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { SiteView } from '@siegel/contracts/site';
import { renderWithProviders } from '../../../testing/render.js';
import { StepForm } from '../step-form.js';
import { StepIdea } from '../step-idea.js';
import { StepReview, type StepReviewProps } from '../step-review.js';
import { StepTerms } from '../step-terms.js';
import { WizardDraft } from '../wizard-draft.js';
import type { WizardForm } from '../wizard-form.js';

/** jsdom has no layout, so scrolling does nothing here. */
function withoutLayout(): void {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined });
  Object.assign(window, { matchMedia: () => ({ matches: true }) });
}

interface FormOptions {
  checkAtOnce?: boolean;
  site?: Partial<SiteView>;
}

export function renderForm(step: 1 | 2, form: WizardForm, options: FormOptions = {}) {
  withoutLayout();
  const onChange = jest.fn<void, [WizardForm]>();
  const onContinue = jest.fn();
  const draft = new WizardDraft({ currentStep: step, formData: form, ndaId: null });
  const shown = (theirs: WizardForm, takenOver: number) => (
    <StepForm
      step={step}
      form={theirs}
      takenOver={takenOver}
      nda={null}
      draft={draft}
      onChange={onChange}
      onContinue={onContinue}
      checkAtOnce={options.checkAtOnce ?? false}
    >
      {step === 1 ? (
        <StepIdea onStartNew={jest.fn()} />
      ) : (
        <StepTerms onBack={jest.fn()} onStartNew={jest.fn()} />
      )}
    </StepForm>
  );
  const { again } = renderWithProviders(shown(form, 0), '/create', options.site);
  /** Acts as another tab that has changed the draft. */
  const takeOver = (theirs: WizardForm) => again(shown(theirs, 1));
  return { onChange, onContinue, takeOver };
}

export function renderReview(form: WizardForm, nda: NdaView | null = null) {
  withoutLayout();
  const handlers = {
    onBack: jest.fn(),
    onStartNew: jest.fn(),
    onOpenStep: jest.fn(),
    onChangeField: jest.fn(),
    onConfirmed: jest.fn(),
  } satisfies Partial<StepReviewProps>;
  renderWithProviders(<StepReview form={form} nda={nda} {...handlers} />);
  return handlers;
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name });
