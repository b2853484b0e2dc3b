import { Link, type LinkProps } from 'react-router-dom';
import { type ButtonVariant, buttonClass } from './button.js';

export interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
}

/** Looks like a button, goes to an address. */
export function ButtonLink({ variant = 'line', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(variant, undefined, className)} />;
}
