import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown';
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { TranslateIcon } from '@phosphor-icons/react/dist/csr/Translate';
import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { useTranslation } from 'react-i18next';

/**
 * Links to the current page in each language. The links work without scripts. They are relative, so if the
 * page's address contains a token, the document need not repeat the token. The link to German also names its
 * language, because a language in the address overrides an earlier choice.
 */
export function LanguageLinks() {
  const { t, i18n } = useTranslation();
  const current = i18n.language as Language;
  return (
    <details className="language-menu" name="menu">
      <summary className="language-menu-button">
        <TranslateIcon size={20} aria-hidden="true" />
        <span className="visually-hidden">{t('shell.language')}: </span>
        <span lang={current}>{t(`shell.${current}`)}</span>
        <CaretDownIcon size={14} aria-hidden="true" />
      </summary>
      <ul className="language-menu-list">
        {LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={`?${LANGUAGE_PARAMETER}=${language}`}
              lang={language}
              hrefLang={language}
              data-language={language}
              aria-current={language === current ? 'true' : undefined}
            >
              <span>{t(`shell.${language}`)}</span>
              {language === current && <CheckIcon size={18} aria-hidden="true" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
