import { useTranslation } from 'react-i18next';

/**
 * The caption below the line. It has the party's name and a hint. The hint says either to sign on the line,
 * or that the name is written as typed.
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
