import type { ComponentProps } from 'react';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={['in', className].filter(Boolean).join(' ')} />;
}
