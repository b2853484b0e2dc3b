import type { ComponentProps, ReactNode } from 'react';

export type ButtonVariant = 'go' | 'line' | 'text' | 'danger-text';
export type ButtonSize = 'sm' | 'big';

const VARIANTS: Record<ButtonVariant, string> = { go: 'go', line: 'line', text: 'text', 'danger-text': 'text danger' };

export function buttonClass(variant: ButtonVariant, size?: ButtonSize, className?: string): string {
  return ['btn', VARIANTS[variant], size, className].filter(Boolean).join(' ');
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The button keeps its width, shows `busyLabel` and takes no clicks. */
  busy?: boolean;
  busyLabel?: ReactNode;
}

/** One `go` per view. A busy button stays in the tab order, so that focus is not lost while work is under way. */
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
          {busy && <span className="spin" aria-hidden="true" />}
          {children}
        </>
      ) : (
        <span className="swap">
          <span className="face" data-off={busy || undefined} aria-hidden={busy || undefined}>
            {children}
          </span>
          <span className="face" data-off={!busy || undefined} aria-hidden={!busy || undefined}>
            <span className="spin" aria-hidden="true" />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}
