import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { InfoIcon } from '@phosphor-icons/react/dist/csr/Info';
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning';
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'warn' | 'bad' | 'ok';

const TONE_CLASSES: Record<NoticeTone, string> = {
  info: 'notice',
  warn: 'notice notice-warning',
  bad: 'notice notice-bad',
  ok: 'notice notice-good',
};
const ICONS = { info: InfoIcon, warn: WarningIcon, bad: WarningCircleIcon, ok: CheckIcon };

export interface NoticeProps {
  tone?: NoticeTone;
  title: ReactNode;
  children?: ReactNode;
  /** A small button for the next step. */
  action?: ReactNode;
}

/**
 * Says what happened, which data is safe and what to do. Screen readers announce a `bad` notice at once
 * (`role="alert"`).
 */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={TONE_CLASSES[tone]} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <b>{title}</b>
        {children && <div className="text-soft">{children}</div>}
        {action && <div className="notice-action">{action}</div>}
      </div>
    </div>
  );
}
