import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useTranslation } from 'react-i18next';
import { Rosette } from '../../components/rosette.js';
import { Seal } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';

/** The picture that other sites show beside a link: the home page's headline and a sample agreement. */
export function SocialPicture() {
  const { t } = useTranslation('home');
  return (
    <body className="social-body">
      <div className="social-text">
        <p className="social-name">
          <Seal state="both" size={48} />
          {PRODUCT_NAME}
        </p>
        <h1>
          {t('hero.line1')}
          <br />
          {t('hero.line2')}
          <br />
          {t('hero.line3')}
        </h1>
        <p className="social-line">{t('picture.line')}</p>
      </div>
      <Sheet className="social-sheet">
        <h2>{t('letter.title')}</h2>
        <p>{t('picture.clause')}</p>
        <div className="social-signature">
          <span className="social-pen" />
        </div>
      </Sheet>
      <div className="social-seal">
        <Rosette size={268} />
        <Seal state="both" size={186} />
      </div>
    </body>
  );
}
