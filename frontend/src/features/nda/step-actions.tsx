import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';

/** 'Back' and 'start new' at the left, the next action at the right. On phones the next action is on top. */
export function StepActions({
  onBack,
  onStartNew,
  sticky = false,
  children,
}: {
  onBack?: () => void;
  onStartNew: () => void;
  /** True keeps the bar at the window's lower edge, for a step whose next action would be far down. */
  sticky?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation('wizard');
  return (
    <div className={sticky ? 'action-bar action-bar-sticky' : 'action-bar'}>
      <div className="action-bar-group">
        {onBack && (
          <Button onClick={onBack}>
            <ArrowRightIcon size={18} className="mirrored" aria-hidden="true" />
            {t('back')}
          </Button>
        )}
        <Button variant="text" onClick={onStartNew}>
          {t('startNew')}
        </Button>
      </div>
      {children}
    </div>
  );
}
