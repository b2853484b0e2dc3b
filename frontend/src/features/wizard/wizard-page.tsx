import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { PageHeading } from '../../components/page-heading.js';
import { Skeleton } from '../../components/skeleton.js';
import { Steps } from '../../components/steps.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { KEYS, local } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
import { useNda } from '../nda/nda-query.js';
import { useLaterSteps, Wizard } from './wizard.js';
import { asNewDraft, restoreState, stateForNda } from './wizard-state.js';

const LABELS = [1, 2, 3, 4, 5] as const;
const stored = () => restoreState(readJson(local, KEYS.wizard));

function Loading() {
  const { t } = useTranslation('wizard');
  return (
    <div className="page-width">
      <Steps current={4} labels={LABELS.map((step) => t(`steps.${step}`))} />
      <div className="wizard-loading">
        <span className="visually-hidden">{t('load.loading')}</span>
        <Skeleton title lines={['most', 'half', 'full', 'full', 'full', 'short']} />
      </div>
    </div>
  );
}

/**
 * The address of an NDA that is not (any more) to be had here. What was typed for it is still in this browser
 * and begins a new one.
 */
function NotThere({ id, error, onRetry }: { id: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const status = error instanceof ApiError ? error.status : 0;
  const kind = status === 404 || status === 400 ? 'notFound' : status === 410 ? 'discarded' : 'failed';
  const own = stored().ndaId === id;
  const create = () => {
    if (own) writeJson(local, KEYS.wizard, asNewDraft(stored()));
    void navigate(addressIn(currentLanguage(), PAGES.create.path));
  };
  return (
    <div className="page-width wizard-missing" role="alert">
      <PageHeading
        title={t(`load.${kind}Title`)}
        lead={kind === 'failed' ? userMessage(error, t('load.failedText')) : t(`load.${kind}Text`)}
      />
      <div className="action-bar">
        <ButtonLink variant="text" to="/">
          {t('load.home')}
        </ButtonLink>
        {kind === 'failed' ? (
          <Button variant="go" onClick={onRetry}>
            {t('load.retry')}
          </Button>
        ) : (
          <Button variant="go" onClick={create}>
            {t(own ? 'load.reuse' : 'load.create')}
          </Button>
        )}
      </div>
    </div>
  );
}

function ExistingNda({ id }: { id: string }) {
  const { data, error, refetch } = useNda(id);
  useLaterSteps();
  const [before] = useState(stored);
  if (data) return <Wizard initial={stateForNda(before, data)} nda={data} />;
  return error ? <NotThere id={id} error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function NewNda() {
  const [before] = useState(stored);
  const { state } = useLocation();
  return before.ndaId === null ? (
    <Wizard initial={before} nda={null} />
  ) : (
    <Navigate to={addressIn(currentLanguage(), `/nda/${before.ndaId}`)} replace state={state} />
  );
}

/** `/create`, `/nda` and `/nda/:id`. */
export default function WizardPage() {
  const { id } = useParams();
  useEffect(() => trackFunnelEvent('view'), []);
  return id === undefined ? <NewNda /> : <ExistingNda key={id} id={id} />;
}
