import type { Language } from '@siegel/contracts/enums';
import type { Verdict, VerificationView } from '@siegel/contracts/verification/view';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Rosette } from '../../components/rosette.js';
import { Seal, type SealState } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';
import { useTexts } from '../../lib/use-texts.js';
import { formatBytes } from './format-bytes.js';
import { ReasonList } from './reason-list.js';
import { VerdictFacts } from './verdict-facts.js';
import type { PickedDocument } from './verification-state.js';

const VERDICT_CLASSES: Record<Verdict, string> = {
  authentic: 'verdict verdict-authentic',
  altered: 'verdict verdict-altered',
  unknown: 'verdict',
};
const SEALS: Record<Verdict, SealState> = { authentic: 'verified', altered: 'broken', unknown: 'none' };

function Advice({ verdict }: { verdict: 'altered' | 'unknown' }) {
  const { t } = useTranslation('verification');
  const steps = useTexts('verification', `${verdict}.advice`);
  return (
    <section>
      <h3>{t('advice')}</h3>
      <ol className="advice-list">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

export interface VerdictSheetProps {
  document: PickedDocument;
  view: VerificationView;
  /** The language of the reasons. */
  language: Language;
  onOther: () => void;
}

/**
 * Shows the verdict, its reasons and advice. If the file is not authentic, the sheet does not show the file's
 * content, because that content proves nothing.
 */
export function VerdictSheet({ document, view, language, onOther }: VerdictSheetProps) {
  const { t, i18n } = useTranslation('verification');
  const { verdict } = view;
  const disputed = view.reasons.find(({ code }) => code === 'signature_disputed');
  return (
    <Sheet className={VERDICT_CLASSES[verdict]}>
      <div className="verdict-header">
        <div className="verdict-seal">
          {verdict === 'authentic' && <Rosette size={136} />}
          <Seal state={SEALS[verdict]} size={92} className="seal-stamped" />
        </div>
        <div>
          <p className="text-italic text-soft file-name">
            {document.name},{' '}
            <span className="text-nowrap text-figures">
              {formatBytes(document.bytes.length, i18n.language)}
            </span>
          </p>
          <h2 tabIndex={-1} data-focus>
            {t(`${verdict}.title`)}
          </h2>
          <p className="text-soft">{t(`${verdict}.text`)}</p>
        </div>
      </div>
      {disputed && (
        <Notice tone="warn" title={t('disputed')}>
          <span lang={language}>{disputed.message}</span>
        </Notice>
      )}
      {verdict === 'authentic' && <VerdictFacts view={view} />}
      <section>
        <h3>{t('reasons')}</h3>
        <ReasonList reasons={view.reasons.filter((reason) => reason !== disputed)} language={language} />
      </section>
      {verdict !== 'authentic' && <Advice verdict={verdict} />}
      <div className="action-bar">
        <Button variant={verdict === 'authentic' ? 'line' : 'go'} onClick={onOther}>
          {t('another')}
        </Button>
      </div>
    </Sheet>
  );
}
