import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import type { ReactNode } from 'react';

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <WarningCircleIcon size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
