import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';
import { useSite } from '../../lib/site.js';

export const IMPRINT = `${PAGES.legal.path}#impressum`;

/** Name, postal address and e-mail address of the operator, as far as they are configured. */
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
  /** Text that ends before the address. */
  readonly text: string;
  /** Text if no address is configured; ends before the link to the imprint. */
  readonly fallback: string;
}

/** Whom to write to: the configured address, or the imprint (rule:operator-is-configuration). */
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
