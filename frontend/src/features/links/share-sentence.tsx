import { PRICE_PER_PARTY } from '@siegel/contracts/limits';
import type { ShareFate } from '@siegel/contracts/nda/remote-signature';
import { useTranslation } from 'react-i18next';

/** Says what happens to the share that Party 2 has paid (rule:dead-links-say-whom-to-ask). */
export function ShareSentence({ fate }: { fate: ShareFate }) {
  const { t } = useTranslation('signing-page');
  if (fate === null) return null;
  return <p className="link-share">{t(`share.${fate}`, { euros: PRICE_PER_PARTY / 100 })}</p>;
}
