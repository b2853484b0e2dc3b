import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/class-names.js';

export type ButtonVariant = 'go' | 'line' | 'text' | 'danger-text';
export type ButtonSize = 'sm' | 'big';

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  go: 'button-primary',
  line: 'button-outlined',
  text: 'button-text',
  'danger-text': 'button-text button-danger',
};
const SIZE_CLASSES: Record<ButtonSize, string> = { sm: 'button-small', big: 'button-large' };

export function buttonClass(variant: ButtonVariant, size?: ButtonSize, className?: string) {
  return classNames('button', VARIANT_CLASSES[variant], size && SIZE_CLASSES[size], className);
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While busy, the button keeps its width, shows `busyLabel` and ignores clicks. */
  busy?: boolean;
  busyLabel?: ReactNode;
}

/**
 * Each view has one button of the variant `go`. A busy button stays in the tab order, so it keeps the focus
 * while the work is in progress.
 */
export function Button({
  variant = 'line',
  size,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass(variant, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busyLabel === undefined ? (
        <>
          {busy && <span className="spinner" aria-hidden="true" />}
          {children}
        </>
      ) : (
        <span className="button-swap">
          <span className="button-face" data-off={busy || undefined} aria-hidden={busy || undefined}>
            {children}
          </span>
          <span className="button-face" data-off={!busy || undefined} aria-hidden={!busy || undefined}>
            <span className="spinner" aria-hidden="true" />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}
