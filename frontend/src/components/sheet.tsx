import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

export interface SheetProps extends ComponentProps<'div'> {
  /** Fold and punch marks at the left edge. */
  marks?: boolean;
}

/** A piece of paper: only for what is one (agreement, invitation, summary, pad). */
export function Sheet({ marks = false, className, ...rest }: SheetProps) {
  return <div {...rest} className={classNames('sheet', marks && 'fold-marks', className)} />;
}
