import { PAGES } from '@siegel/contracts/pages';
import { Trans, useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.js';
import { Status, type StatusTone } from '../../components/status.js';
import type { AgreementState } from './agreement-state.js';

const TONES: Readonly<Record<AgreementState, StatusTone>> = {
  closed: 'bad',
  signature: 'open',
  otherSignature: 'half',
  invitation: 'half',
  inviting: 'run',
  waiting: 'run',
  lastDay: 'run',
  expired: 'bad',
  payment: 'run',
  delivery: 'run',
};

/**
 * The open agreements that this browser has created (rule:home-goes-on). Every visitor gets the same HTML
 * document, so it contains only the texts, and the script adds the agreements. The style sheet reserves room
 * for them if this browser had open agreements.
 */
export function OpenAgreements() {
  const { t } = useTranslation('home');
  return (
    <section className="open-agreements" aria-labelledby="open-agreements">
      <div className="page-width">
        <div className="open-agreements-heading">
          <h2 id="open-agreements">{t('openAgreements.title')}</h2>
          <button className="link-button text-nowrap" type="button" hidden>
            {t('openAgreements.all')}
          </button>
        </div>
        <ul className="open-agreements-list" />
        <template>
          <Row />
        </template>
      </div>
    </section>
  );
}

/**
 * Template of a row in the list. The script copies the template for each agreement, fills the elements with
 * `data-fill`, and replaces `:id` in the address. The template contains the texts of all states, and the
 * script removes all but the text of the agreement's state. A closed agreement has no title, so its row keeps
 * the text of the template (rule:closed-streams-open-nothing).
 */
function Row() {
  const { t } = useTranslation('home');
  return (
    <li className="open-agreements-row">
      <p className="open-agreements-title">
        <bdi data-fill="title">{t('openAgreements.untitled')}</bdi>
      </p>
      <p className="text-soft">
        <bdi data-fill="party" />
      </p>
      {(Object.keys(TONES) as AgreementState[]).map((state) => (
        <p key={state} data-state={state}>
          <Status tone={TONES[state]} label={<StateText state={state} />} />
        </p>
      ))}
      <ButtonLink size="sm" to={PAGES.nda.path.replace('/*', '')}>
        {t('openAgreements.open')}
        <span className="visually-hidden">
          {' '}
          <bdi data-fill="title">{t('openAgreements.untitled')}</bdi>
        </span>
      </ButtonLink>
    </li>
  );
}

function StateText({ state }: { state: AgreementState }) {
  const { t } = useTranslation('home');
  return (
    <span>
      <Trans
        t={t}
        i18nKey={`openAgreements.states.${state}`}
        components={{ name: <bdi data-fill="name" />, days: <span data-fill="days" /> }}
      />
    </span>
  );
}
