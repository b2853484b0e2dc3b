import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { PageLink } from '../../components/page-link.js';
import { useSite } from '../../lib/site.js';
import { useTexts } from '../../lib/use-texts.js';

/**
 * Eight questions. Their `details` elements share one `name`, so the browser keeps only one of them open at a
 * time.
 */
export default function FaqPage() {
  const { t } = useTranslation('pages');
  const { operatorEmail } = useSite();
  const questions = useTexts('pages', 'faq.questions');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('faq.title')}</h1>
          {operatorEmail !== null && (
            <p className="margin-columns-lead">
              {t('faq.missing')} <PageLink to={PAGES.contact.path}>{t('faq.write')}</PageLink>{' '}
              {t('faq.response')}
            </p>
          )}
        </div>
        <div>
          <div className="questions">
            {questions.map((item, index) => (
              <details key={item.question} name="faq">
                <summary>
                  <span className="questions-number">{index + 1}</span>
                  <h2>{item.question}</h2>
                  <PlusIcon size={22} aria-hidden="true" />
                </summary>
                <div className="questions-answer">
                  {item.answer.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </div>
              </details>
            ))}
          </div>
          <BackHome />
        </div>
      </div>
    </div>
  );
}
