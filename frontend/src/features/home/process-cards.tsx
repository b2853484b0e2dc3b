import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise';
import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTexts } from '../../lib/use-texts.js';

interface Card {
  title: string;
  text: string;
  detail: string;
}

/** Four panels of one folded sheet; each turns over on a click, in 0.6 s (spec section 9). */
export function ProcessCards() {
  const cards = useTexts<Card[]>('home', 'process.cards');
  return (
    <div className="leporello">
      {cards.map((card, index) => (
        <FlipCard key={card.title} number={index + 1} card={card} />
      ))}
    </div>
  );
}

function FlipCard({ number, card }: { number: number; card: Card }) {
  const { t } = useTranslation('home');
  const id = useId();
  const [turned, setTurned] = useState(false);
  return (
    <div className="flip">
      <button
        type="button"
        className="card"
        aria-pressed={turned}
        aria-labelledby={`${id}-${turned ? 'rear' : 'front'}`}
        onClick={() => setTurned(!turned)}
      >
        <span className="face front" id={`${id}-front`}>
          <span className="n">{number}</span>
          <span className="title">{card.title}</span>
          <span className="text">{card.text}</span>
          <span className="turn">
            <ArrowsClockwiseIcon size={18} aria-hidden="true" />
            {t('process.more')}
          </span>
        </span>
        <span className="face rear" id={`${id}-rear`}>
          <span className="title">{card.title}</span>
          <span className="text">{card.detail}</span>
          <span className="turn">
            <ArrowUUpLeftIcon size={18} aria-hidden="true" />
            {t('process.turnBack')}
          </span>
        </span>
      </button>
    </div>
  );
}
