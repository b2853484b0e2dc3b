import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown';
import type { ComponentProps } from 'react';

/** The browser's own select, in our clothes. Options are its children. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...rest} className={['in', className].filter(Boolean).join(' ')}>
        {children}
      </select>
      <CaretDownIcon size={16} aria-hidden="true" />
    </span>
  );
}
