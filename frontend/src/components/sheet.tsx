import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

/**
 * A piece of paper with fold and punch marks. Use it only for things on paper: agreement, invitation,
 * summary, pad.
 */
export function Sheet({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('sheet fold-marks', className)} />;
}
