import type { Language } from '@siegel/contracts/enums';
import { addressIn } from '@siegel/contracts/addresses';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path of a page of this site, with its `#anchor` if there is an anchor. */
  readonly to: string;
}

/**
 * A link to a page of this site in the current language (rule:german-is-the-default). Each page is a separate
 * document, so this is a plain link.
 */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  const { i18n } = useTranslation();
  return (
    <a {...rest} href={addressIn(i18n.language as Language, to)}>
      {children}
    </a>
  );
}
