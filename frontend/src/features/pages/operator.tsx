import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';
import { useSite } from '../../lib/site.js';

export const IMPRINT = `${PAGES.legal.path}#impressum`;

/**
 * Shows the operator's name, postal address and e-mail address. Details that are not configured are left out.
 */
export function OperatorLines() {
  const { t } = useTranslation('legal');
  const { operatorName, operatorAddress, operatorEmail } = useSite();
  const lines = operatorName === null ? operatorAddress : [operatorName, ...operatorAddress];
  return (
    <>
      {lines.map((line) => (
        <p className="operator-line" key={line}>
          {line}
        </p>
      ))}
      {operatorEmail !== null && (
        <p>
          {t('imprint.email')} <a href={`mailto:${operatorEmail}`}>{operatorEmail}</a>
        </p>
      )}
    </>
  );
}

interface WriteToProps {
  /** The text before the e-mail address. */
  readonly text: string;
  /** The text before the link to the imprint, used if no address is configured. */
  readonly fallback: string;
}

/**
 * Says whom to write to. Shows the configured e-mail address. If none is configured, links to the imprint
 * (rule:operator-is-configuration).
 */
export function WriteTo({ text, fallback }: WriteToProps) {
  const { t } = useTranslation('legal');
  const { operatorEmail } = useSite();
  if (operatorEmail === null)
    return (
      <p>
        {fallback} <PageLink to={IMPRINT}>{t('imprint.title')}</PageLink>.
      </p>
    );
  return (
    <p>
      {text} <a href={`mailto:${operatorEmail}`}>{operatorEmail}</a>.
    </p>
  );
}
