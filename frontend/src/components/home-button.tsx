import { useTranslation } from 'react-i18next';
import type { ButtonVariant } from './button.js';
import { ButtonLink } from './button-link.js';

/** The button that leads home from a finished page. */
export function HomeButton({ variant = 'go' }: { variant?: ButtonVariant }) {
  const { t } = useTranslation();
  return (
    <ButtonLink variant={variant} to="/">
      {t('backHome')}
    </ButtonLink>
  );
}
