import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

export interface StepsProps {
  /** 1 to 5; lower values count as 1. */
  current: number;
  /** The fifth turns green. */
  complete?: boolean;
  labels: readonly string[];
}

const LAST = 5;

/** The wizard's progress: spec section 2. The line is filled to (current - 1) / 4. */
export function Steps({ current, complete = false, labels }: StepsProps) {
  const { t } = useTranslation();
  const step = Math.min(Math.max(current, 1), LAST);
  const fill: CSSProperties = { ['--f' as string]: (step - 1) / (LAST - 1), display: 'block' };
  return (
    <nav className="steps" aria-label={t('steps.progress')}>
      <ol>
        <li className="fill" aria-hidden="true" role="presentation" style={fill} />
        {labels.map((label, index) => {
          const number = index + 1;
          const finished = complete && number === LAST;
          const done = number < step || finished;
          const now = number === step;
          return (
            <li
              key={label}
              className={finished ? 'sealed' : done ? 'done' : now ? 'now' : undefined}
              aria-current={now ? 'step' : undefined}
            >
              <i>{done ? <CheckIcon size={16} weight="bold" aria-label={t('steps.done')} /> : number}</i>
              <span>
                <em className="of">{t('steps.of', { number, count: LAST })} </em>
                {label}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
