import { fillAgreement } from '@siegel/contracts/agreement/fill';
import type { AgreementField } from '@siegel/contracts/agreement/agreement-field';
import type { NdaView } from '@siegel/contracts/nda/view';
import { lazy, useCallback, useDeferredValue, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../../components/on-demand.js';
import { AgreementView } from '../agreement/agreement-view.js';
import { PreviewAside } from './preview.js';
import { previewTerms } from './preview-terms.js';
import type { WizardDraft } from './wizard-draft.js';
import type { WizardForm } from './wizard-form.js';

const AgreementSheet = lazy(async () => ({
  default: (await import('../nda/agreement-sheet.js')).AgreementSheet,
}));

export interface LivePreviewProps {
  nda: NdaView | null;
  focused: AgreementField | undefined;
  draft: WizardDraft;
  sheet: boolean;
  onSheet: (open: boolean) => void;
}

/**
 * Shows the agreement with the current field values. Typed text is painted first. The agreement follows when
 * the browser is idle.
 */
export function LivePreview({ nda, focused, draft, sheet, onSheet }: LivePreviewProps) {
  const { t } = useTranslation(['wizard', 'agreement']);
  const { control } = useFormContext<WizardForm>();
  const values = useDeferredValue(useWatch({ control }) as WizardForm);
  const document = useMemo(() => fillAgreement(previewTerms(values, nda)), [values, nda]);
  const readAll = useCallback(() => onSheet(true), [onSheet]);
  return (
    <>
      <PreviewAside document={document} focused={focused} draft={draft} onReadAll={readAll} />
      <OnDemand open={sheet}>
        <AgreementSheet open={sheet} onOpenChange={onSheet} title={t('preview.sheetTitle')}>
          <AgreementView document={document} level={3} />
        </AgreementSheet>
      </OnDemand>
    </>
  );
}
