import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { ButtonLink } from '../../components/button-link.js';
import { useTexts } from '../../lib/use-texts.js';
import './pages.css';

interface Step {
  title: string;
  text: string;
}

export default function HowItWorksPage() {
  const { t } = useTranslation('pages');
  const steps = useTexts<Step[]>('pages', 'how.steps');
  return (
    <div className="wrap page">
      <div className="margin">
        <div>
          <h1>{t('how.title')}</h1>
          <p className="soft mt-4">{t('how.lead')}</p>
        </div>
        <div>
          <ol className="walk">
            {steps.map((step, index) => (
              <li key={step.title}>
                <span className="n" aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h2>{step.title}</h2>
                  <p>{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mt-4">
            <ButtonLink variant="go" to="/create">
              {t('how.create')}
            </ButtonLink>
            <span className="soft">{t('how.price')}</span>
          </div>
          <BackHome />
        </div>
      </div>
    </div>
  );
}
