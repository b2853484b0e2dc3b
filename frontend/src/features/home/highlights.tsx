import { LockKeyIcon } from '@phosphor-icons/react/dist/csr/LockKey';
import { ScalesIcon } from '@phosphor-icons/react/dist/csr/Scales';
import { SignatureIcon } from '@phosphor-icons/react/dist/csr/Signature';
import { useTranslation } from 'react-i18next';
import { useTexts } from '../../lib/use-texts.js';

const ICONS = [LockKeyIcon, ScalesIcon, SignatureIcon];

/** Three advantages: secure, legal, digital. */
export function Highlights() {
  const { t } = useTranslation('home');
  const items = useTexts('home', 'highlights.items');
  return (
    <section className="page-section" aria-labelledby="highlights">
      <div className="page-width">
        <h2 className="visually-hidden" id="highlights">
          {t('highlights.title')}
        </h2>
        <ul className="highlights">
          {items.map((item, index) => {
            const Icon = ICONS[index] ?? ScalesIcon;
            return (
              <li key={item.title}>
                <Icon size={36} weight="light" aria-hidden="true" />
                <h3>{item.title}</h3>
                <p>{item.text}</p>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
