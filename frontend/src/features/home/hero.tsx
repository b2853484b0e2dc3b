import { ScalesIcon } from '@phosphor-icons/react/dist/csr/Scales';
import { TranslateIcon } from '@phosphor-icons/react/dist/csr/Translate';
import { UserIcon } from '@phosphor-icons/react/dist/csr/User';
import { PRICE_PER_PARTY } from '@siegel/contracts/limits';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.js';
import { Money } from '../../components/money.js';
import { useTexts } from '../../lib/use-texts.js';
import { Letter } from './letter.js';
import { StartNewDialog } from './start-new-dialog.js';

const FACT_ICONS = [ScalesIcon, UserIcon, TranslateIcon];

/**
 * Top of the home page: three fixed lines, one main button, and the letter, whose lower part is cut off by
 * the frame. The button contains two labels, 'start' and 'continue', at the same position. The style sheet
 * shows 'continue' if this browser has a draft (rule:home-goes-on).
 */
export function Hero() {
  const { t } = useTranslation(['home', 'wizard']);
  const facts = useTexts('home', 'hero.facts');
  return (
    <section className="hero">
      <div className="page-width hero-columns">
        <div className="hero-text">
          <h1>
            {t('hero.line1')}
            <br />
            {t('hero.line2')}
            <br />
            {t('hero.line3')}
          </h1>
          <p className="text-lead">{t('hero.lead')}</p>
          <div className="hero-actions">
            <ButtonLink variant="go" size="big" to={PAGES.create.path}>
              <span className="button-swap">
                <span className="button-face hero-start">{t('hero.start')}</span>
                <span className="button-face hero-continue">{t('hero.continue')}</span>
              </span>
            </ButtonLink>
            <p className="text-soft">
              {t('hero.free')}
              <br />
              {t('hero.price')} <Money cents={PRICE_PER_PARTY} />
              <button className="link-button hero-start-new" type="button">
                {t('wizard:startNew')}
              </button>
            </p>
          </div>
          <ul className="hero-facts">
            {facts.map((fact, index) => {
              const Icon = FACT_ICONS[index] ?? ScalesIcon;
              return (
                <li key={fact}>
                  <Icon size={20} aria-hidden="true" />
                  {fact}
                </li>
              );
            })}
          </ul>
        </div>
        <Letter />
      </div>
      <StartNewDialog />
    </section>
  );
}
