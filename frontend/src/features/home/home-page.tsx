import { useTranslation } from 'react-i18next';
import { Hero } from './hero.js';
import { Highlights } from './highlights.js';
import { OpenAgreements } from './open-agreements.js';
import { Rating } from './rating.js';
import { ProcessCards } from './process-cards.js';

export default function HomePage() {
  const { t } = useTranslation('home');
  return (
    <>
      <Hero />
      <OpenAgreements />
      <section className="page-section">
        <div className="page-width">
          <div className="process-heading">
            <h2>{t('process.title')}</h2>
            <p className="text-soft">{t('process.hint')}</p>
          </div>
          <ProcessCards />
        </div>
      </section>
      <Highlights />
      <Rating />
    </>
  );
}
