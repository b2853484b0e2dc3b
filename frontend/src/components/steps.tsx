import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';

export interface StepsProps {
  /** 1 to 5. Lower values mean 1. */
  current: number;
  /** True turns the fifth step green. */
  complete?: boolean;
  labels: readonly string[];
}

const LAST = 5;

/** The wizard's progress (rule:five-steps). The line is filled to (current - 1) / 4. */
export function Steps({ current, complete = false, labels }: StepsProps) {
  const { t } = useTranslation('wizard');
  const step = Math.min(Math.max(current, 1), LAST);
  return (
    <nav className="steps" aria-label={t('steps.progress')}>
      <ol>
        <li className="steps-fill" aria-hidden="true" data-done={step - 1} />
        {labels.map((label, index) => {
          const number = index + 1;
          const finished = complete && number === LAST;
          const done = number < step || finished;
          const now = number === step;
          return (
            <li
              key={label}
              className={classNames(
                'steps-item',
                finished ? 'is-complete' : done ? 'is-done' : now && 'is-current',
              )}
              aria-current={now ? 'step' : undefined}
            >
              <i className="steps-number">
                {done ? (
                  <CheckIcon size={16} weight="bold" role="img" aria-label={t('steps.done')} />
                ) : (
                  number
                )}
              </i>
              <span className="steps-label">
                <em className="steps-count">{t('steps.of', { number, count: LAST })} </em>
                {label}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
