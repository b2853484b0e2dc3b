import { useTranslation } from 'react-i18next';

/** Below the line: that somebody signs on it, or that a signature stands there; and whose it is. */
export function UnderPad({ name, typed = false }: { name: string; typed?: boolean }) {
  const { t } = useTranslation('signing');
  return (
    <span className="signature-pad-caption">
      <span>{t(typed ? 'asTyped' : 'onTheLine')}</span>
      <span className="signature-pad-name">{name}</span>
    </span>
  );
}
