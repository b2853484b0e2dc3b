import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.js';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classNames('input', className)} />;
}
