import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

/**
 * A piece of paper with fold and punch marks. Use it only for content that looks like paper, for example the
 * agreement, the invitation, the summary and the pad.
 */
export function Sheet({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('sheet fold-marks', className)} />;
}
