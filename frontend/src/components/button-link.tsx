import { type ButtonSize, type ButtonVariant, buttonClass } from './button.js';
import { PageLink, type PageLinkProps } from './page-link.js';

export interface ButtonLinkProps extends PageLinkProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'line', size, className, ...rest }: ButtonLinkProps) {
  return <PageLink {...rest} className={buttonClass(variant, size, className)} />;
}
