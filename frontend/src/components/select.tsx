import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

/** The browser's own select, styled like our other fields. Its children are the options. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...rest} className={classNames('input', className)}>
        {children}
      </select>
      <CaretDownIcon size={16} aria-hidden="true" />
    </span>
  );
}
