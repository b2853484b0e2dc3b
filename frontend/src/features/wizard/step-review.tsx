import { fillAgreement } from '@siegel/contracts/agreement/fill';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Braid } from '../../components/braid.js';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { Sheet } from '../../components/sheet.js';
import { useToast } from '../../components/use-toast.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { AgreementFoot } from '../agreement/agreement-foot.js';
import { AgreementView } from '../agreement/agreement-view.js';
import { confirmNda, type ConfirmPlan, planConfirm } from './confirm-nda.js';
import { refreshNda } from '../nda/nda-query.js';
import { previewTerms } from './preview-terms.js';
import { StepActions } from '../nda/step-actions.js';
import type { WizardForm } from './wizard-form.js';
import { firstOpenStep } from './wizard-resolver.js';

export interface StepReviewProps {
  form: WizardForm;
  nda: NdaView | null;
  onBack: () => void;
  onStartNew: () => void;
  /** To a step whose fields still need something. */
  onOpenStep: (step: 1 | 2) => void;
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

interface Confirming {
  busy: boolean;
  failure: string | null;
  confirm: () => Promise<void>;
}

function useConfirm({ form, nda, onConfirmed }: StepReviewProps, plan: ConfirmPlan): Confirming {
  const { t } = useTranslation('wizard');
  const { toast } = useToast();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    const language = currentLanguage();
    try {
      const id = await confirmNda(form, plan, language);
      if (plan.kind !== 'reuse') trackFunnelEvent('created', id);
      onConfirmed(id, { ...form, language: form.language || language });
    } catch (error) {
      const message = userMessage(error, t('review.failed'));
      setFailure(message);
      toast({ title: t('errorTitle'), description: message, tone: 'bad' });
      // Signed or replaced meanwhile, in another tab: the notice above then says what confirming will do now.
      if (error instanceof ApiError && nda !== null && (error.status === 409 || error.status === 410))
        await refreshNda(client, nda.id);
      setBusy(false);
    }
  };
  return { busy, failure, confirm };
}

/** Step 3: the whole agreement as it will be signed. */
export function StepReview(props: StepReviewProps) {
  const { form, nda, onBack, onStartNew, onOpenStep } = props;
  const { t } = useTranslation('wizard');
  const plan = planConfirm(form, nda, currentLanguage());
  const { busy, failure, confirm } = useConfirm(props, plan);
  const open = firstOpenStep(form);
  const document = fillAgreement(previewTerms(form, currentLanguage(), nda));
  return (
    <div className="step-page">
      <PageHeading title={t('review.title')} lead={t('review.lead')} />
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
      <Sheet className="agreement-page">
        <div className="agreement-page-band">
          <Braid height={26} />
        </div>
        <AgreementView document={document} />
        <AgreementFoot document={document} />
      </Sheet>
      {failure !== null && (
        <div className="review-failed">
          <Notice tone="bad" title={t('review.failedTitle')}>
            {failure}
          </Notice>
        </div>
      )}
      <StepActions onBack={onBack} onStartNew={onStartNew}>
        <Button
          variant="go"
          busy={busy}
          busyLabel={t('review.confirmBusy')}
          disabled={open !== null}
          onClick={() => void confirm()}
        >
          {t('review.confirm')}
        </Button>
      </StepActions>
    </div>
  );
}
