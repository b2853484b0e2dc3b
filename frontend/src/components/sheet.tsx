import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

/** A piece of paper with fold and punch marks: only for what is one (agreement, invitation, summary, pad). */
export function Sheet({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('sheet fold-marks', className)} />;
}
