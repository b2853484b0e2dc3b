import type { ComponentProps } from 'react';

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={5} {...rest} className={['in', className].filter(Boolean).join(' ')} />;
}
