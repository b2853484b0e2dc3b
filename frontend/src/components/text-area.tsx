import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={5} {...rest} className={classNames('input', className)} />;
}
