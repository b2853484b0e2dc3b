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

const SEALS: Record<Verdict, SealState> = { authentic: 'verified', altered: 'broken', unknown: 'none' };

function Advice({ verdict }: { verdict: 'altered' | 'unknown' }) {
  const { t } = useTranslation('verify');
  const steps = useTexts<string[]>('verify', `${verdict}.advice`);
  return (
    <section>
      <h3>{t('advice')}</h3>
      <ol className="advice">
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
  /** Of the reasons. */
  language: Language;
  onOther: () => void;
}

/** What came out, what it rests on, and what to do. Of a file that is not authentic nothing is repeated: it proves nothing. */
export function VerdictSheet({ document, view, language, onOther }: VerdictSheetProps) {
  const { t, i18n } = useTranslation('verify');
  const { verdict } = view;
  const disputed = view.reasons.find(({ code }) => code === 'signature_disputed');
  return (
    <Sheet marks className={`verdict ${verdict}`}>
      <div className="head">
        <div className="wax">
          {verdict === 'authentic' && <Rosette size={136} />}
          <Seal state={SEALS[verdict]} size={92} className="stamp" />
        </div>
        <div>
          <p className="it soft filename">
            {document.name}, <span className="nb num">{formatBytes(document.bytes.length, i18n.language)}</span>
          </p>
          <h2 tabIndex={-1} data-focus>
            {t(`${verdict}.title`)}
          </h2>
          <p className="soft">{t(`${verdict}.text`)}</p>
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
      <div className="acts">
        <Button variant={verdict === 'authentic' ? 'line' : 'go'} onClick={onOther}>
          {t('another')}
        </Button>
      </div>
    </Sheet>
  );
}
