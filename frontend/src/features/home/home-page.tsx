import { useTranslation } from 'react-i18next';
import { Hero } from './hero.js';
import { Highlights } from './highlights.js';
import './home.css';
import { ProcessCards } from './process-cards.js';

export default function HomePage() {
  const { t } = useTranslation('home');
  return (
    <>
      <Hero />
      <section className="sec process">
        <div className="wrap">
          <div className="hd">
            <h2>{t('process.title')}</h2>
            <p className="soft">{t('process.hint')}</p>
          </div>
          <ProcessCards />
        </div>
      </section>
      <Highlights />
    </>
  );
}
