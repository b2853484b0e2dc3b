import { LightningIcon } from '@phosphor-icons/react/dist/csr/Lightning';
import { LockKeyIcon } from '@phosphor-icons/react/dist/csr/LockKey';
import { ScalesIcon } from '@phosphor-icons/react/dist/csr/Scales';
import { SignatureIcon } from '@phosphor-icons/react/dist/csr/Signature';
import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { useTexts } from '../../lib/use-texts.js';

const ICONS = [ScalesIcon, LightningIcon, LockKeyIcon, SignatureIcon];

export default function AboutPage() {
  const { t } = useTranslation('pages');
  const cards = useTexts('pages', 'about.cards');
  const mission = useTexts('pages', 'about.mission');
  return (
    <div className="page-width page">
      <h1>{t('about.title')}</h1>
      <div className="mission">
        {mission.map((paragraph) => (
          <p className="text-lead" key={paragraph}>
            {paragraph}
          </p>
        ))}
      </div>
      <ul className="about-cards">
        {cards.map((card, index) => {
          const Icon = ICONS[index] ?? ScalesIcon;
          return (
            <li key={card.title}>
              <Icon size={36} weight="light" aria-hidden="true" />
              <h2>{card.title}</h2>
              <p>{card.text}</p>
            </li>
          );
        })}
      </ul>
      <BackHome />
    </div>
  );
}
