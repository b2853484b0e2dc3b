import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { ButtonLink } from '../../components/button-link.js';
import { useTexts } from '../../lib/use-texts.js';

export default function HowItWorksPage() {
  const { t } = useTranslation('pages');
  const steps = useTexts('pages', 'how.steps');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('how.title')}</h1>
          <p className="margin-columns-lead">{t('how.lead')}</p>
        </div>
        <div>
          <ol className="walkthrough">
            {steps.map((step, index) => (
              <li key={step.title}>
                <span className="walkthrough-number" aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h2>{step.title}</h2>
                  <p>{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="walkthrough-actions">
            <ButtonLink variant="go" to={PAGES.create.path}>
              {t('how.create')}
            </ButtonLink>
            <span className="text-soft">{t('how.price')}</span>
          </div>
          <BackHome />
        </div>
      </div>
    </div>
  );
}
