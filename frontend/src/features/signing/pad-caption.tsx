import { useTranslation } from 'react-i18next';

/**
 * The caption below the line: a hint to sign on it, or that the name is written as typed; and the name of the
 * party.
 */
export function PadCaption({ name, typed = false }: { name: string; typed?: boolean }) {
  const { t } = useTranslation('signing');
  return (
    <span className="signature-pad-caption">
      <span>{t(typed ? 'asTyped' : 'onTheLine')}</span>
      <span className="signature-pad-name">{name}</span>
    </span>
  );
}
