import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise';
import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useTexts } from '../../lib/use-texts.js';

interface Card {
  title: string;
  text: string;
  detail: string;
}

/**
 * The four panels of a folded sheet. On a click the document's script turns a panel over, in 0.6 s
 * (rule:timings-of-the-screen).
 */
export function ProcessCards() {
  const cards = useTexts('home', 'process.cards');
  return (
    <div className="process-cards">
      {cards.map((card, index) => (
        <FlipCard key={card.title} number={index + 1} card={card} />
      ))}
    </div>
  );
}

function FlipCard({ number, card }: { number: number; card: Card }) {
  const { t } = useTranslation('home');
  const id = useId();
  return (
    <div className="flip-card">
      <button type="button" className="flip-card-button" aria-pressed={false} aria-labelledby={`${id}-front`}>
        <span className="flip-card-face flip-card-front" id={`${id}-front`}>
          <span className="flip-card-number">{number}</span>
          <span className="flip-card-title">{card.title}</span>
          <span className="flip-card-text">{card.text}</span>
          <span className="flip-card-turn">
            <ArrowsClockwiseIcon size={18} aria-hidden="true" />
            {t('process.more')}
          </span>
        </span>
        <span className="flip-card-face flip-card-back" id={`${id}-rear`}>
          <span className="flip-card-title">{card.title}</span>
          <span className="flip-card-text">{card.detail}</span>
          <span className="flip-card-turn">
            <ArrowUUpLeftIcon size={18} aria-hidden="true" />
            {t('process.turnBack')}
          </span>
        </span>
      </button>
    </div>
  );
}
