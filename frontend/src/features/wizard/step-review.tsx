import { fillAgreement } from '@siegel/contracts/agreement/fill';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { StepActions } from '../nda/step-actions.js';
import { type ConfirmPlan, planConfirm } from './confirm-nda.js';
import { previewTerms } from './preview-terms.js';
import { ReviewFacts } from './review-facts.js';
import { ReviewText } from './review-text.js';
import { useConfirm } from './use-confirm.js';
import type { WizardField, WizardForm } from './wizard-form.js';
import { firstOpenStep, problemsOf } from './wizard-rules.js';

export interface StepReviewProps {
  form: WizardForm;
  nda: NdaView | null;
  onBack: () => void;
  onStartNew: () => void;
  /** Goes to a step that still has missing or wrong fields. */
  onOpenStep: (step: 1 | 2) => void;
  /** Goes to a field of step 1, so that the user can change it. */
  onChangeField: (field: WizardField) => void;
  onConfirmed: (ndaId: string, form: WizardForm) => void;
}

function PlanNotice({ plan }: { plan: ConfirmPlan }) {
  const { t } = useTranslation('wizard');
  if (plan.kind === 'replace')
    return (
      <Notice tone="warn" title={t('review.replaceTitle')}>
        {t('review.replaceText')}
      </Notice>
    );
  if (plan.kind === 'beside')
    return (
      <Notice tone="warn" title={t('review.signedTitle')}>
        {t('review.signedText')}
      </Notice>
    );
  return <Notice title={t('review.noticeTitle')}>{t('review.noticeText')}</Notice>;
}

/** Shows the two addresses that will get the PDF, because a typing error would send the PDF to a stranger. */
function Recipients({ form, onChangeField }: Pick<StepReviewProps, 'form' | 'onChangeField'>) {
  const { t } = useTranslation('wizard');
  if (problemsOf(form, 1).some(({ field }) => field === 'party1Email' || field === 'party2Email'))
    return null;
  const [email1, email2] = [form.party1Email.trim(), form.party2Email.trim()];
  return (
    <p className="review-recipients">
      {t('review.recipients', { email1, email2 })}{' '}
      <button
        type="button"
        className="link-button"
        aria-label={t('review.changeRecipients')}
        onClick={() => onChangeField('party1Email')}
      >
        {t('review.change')}
      </button>
    </p>
  );
}

/** Step 3: the addresses, the chosen terms, and the whole agreement as it will be signed. */
export function StepReview(props: StepReviewProps) {
  const { form, nda, onBack, onStartNew, onOpenStep, onChangeField, onConfirmed } = props;
  const { t } = useTranslation('wizard');
  const plan = planConfirm(form, nda);
  const { busy, failed, confirm } = useConfirm({ form, nda, plan, onConfirmed });
  const open = firstOpenStep(form);
  const document = fillAgreement(previewTerms(form, nda));
  return (
    <div className="step-page review">
      <PageHeading title={t('review.title')} lead={t('review.lead')} />
      <Recipients form={form} onChangeField={onChangeField} />
      <div className="review-columns">
        <div className="review-side">
          {open === null ? (
            <PlanNotice plan={plan} />
          ) : (
            <Notice
              tone="bad"
              title={t('review.openStepTitle')}
              action={
                <Button size="sm" onClick={() => onOpenStep(open)}>
                  {t('review.openStep')}
                </Button>
              }
            >
              {t('review.openStepText')}
            </Notice>
          )}
          <ReviewFacts form={form} />
        </div>
        <ReviewText document={document} />
      </div>
      {failed && (
        <div className="review-failed">
          <Notice tone="bad" title={t('review.failedTitle')}>
            {t('review.failedText')}
          </Notice>
        </div>
      )}
      <StepActions onBack={onBack} onStartNew={onStartNew} sticky>
        <Button
          variant="go"
          busy={busy}
          busyLabel={t('review.confirmBusy')}
          disabled={open !== null}
          onClick={confirm}
        >
          {t('review.confirm')}
        </Button>
      </StepActions>
    </div>
  );
}
