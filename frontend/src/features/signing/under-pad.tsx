import { useTranslation } from 'react-i18next';

/** Below the line that is signed on. */
export function UnderPad({ name }: { name: string }) {
  const { t } = useTranslation('signing');
  return (
    <span className="signature-pad-caption">
      <span>{t('onTheLine')}</span>
      <span className="signature-pad-name">{name}</span>
    </span>
  );
}
