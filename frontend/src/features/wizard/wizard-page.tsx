import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { PageHeading } from '../../components/page-heading.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { cookies } from '../../lib/cookies.js';
import { KEYS } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
import { useNda } from '../nda/nda-query.js';
import type { KeptChoice, SigningChoice } from '../signing/signing-choice.js';
import { drafts } from './draft-storage.js';
import { Wizard } from './wizard.js';
import { asNewDraft, restoreState, stateForNda } from './wizard-state.js';
import { AgreementWaiting } from './wizard-waiting.js';

const NdaRefused = lazy(async () => ({ default: (await import('./nda-refused.js')).NdaRefused }));

const ClosedAgreement = lazy(async () => ({
  default: (await import('./closed-agreement.js')).ClosedAgreement,
}));

const stored = () => restoreState(readJson(drafts, KEYS.wizard));

/**
 * Shown at the address of an NDA that this browser cannot load, or can no longer load. If this browser still
 * has the NDA's draft, the user can begin a new NDA with the draft's data.
 */
function NdaUnavailable({ id, error, onRetry }: { id: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const status = error instanceof ApiError ? error.status : 0;
  // A browser without its cookie gets a 404 for every NDA, so the NDA may exist nevertheless.
  if (status === 404 && cookies.refusals() > 0)
    return (
      <Suspense fallback={<AgreementWaiting />}>
        <NdaRefused />
      </Suspense>
    );
  const kind = status === 404 || status === 400 ? 'notFound' : status === 410 ? 'discarded' : 'failed';
  const own = stored().ndaId === id;
  const create = () => {
    if (own) writeJson(drafts, KEYS.wizard, asNewDraft(stored()));
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

function ExistingNda({ id, choice }: { id: string; choice: KeptChoice }) {
  const { data, error, refetch } = useNda(id);
  const [before] = useState(stored);
  // The first rendering of a loaded NDA is deferred, so that React renders the first step in slices. Later
  // changes of the NDA are shown at once.
  const isThere = useDeferredValue(data !== undefined);
  if (data && isThere && data.untrustedSince !== null)
    return (
      <Suspense fallback={<AgreementWaiting />}>
        <ClosedAgreement />
      </Suspense>
    );
  if (data && isThere) return <Wizard initial={stateForNda(before, data)} nda={data} choice={choice} />;
  return error ? (
    <NdaUnavailable id={id} error={error} onRetry={() => void refetch()} />
  ) : (
    <AgreementWaiting />
  );
}

function NewNda({ choice }: { choice: KeptChoice }) {
  const [before] = useState(stored);
  const { state } = useLocation();
  return before.ndaId === null ? (
    <Wizard initial={before} nda={null} choice={choice} />
  ) : (
    <Navigate to={addressIn(currentLanguage(), `/nda/${before.ndaId}`)} replace state={state} />
  );
}

/** The page at `/create`, `/nda` and `/nda/:id`. */
export default function WizardPage() {
  const { id } = useParams();
  // The choice is kept here because an agreement that replaces another agreement has a different address. At
  // the new address, the wizard is mounted again but must still have the choice.
  const choice = useState<SigningChoice | null>(null);
  useEffect(() => trackFunnelEvent('view'), []);
  return id === undefined ? <NewNda choice={choice} /> : <ExistingNda key={id} id={id} choice={choice} />;
}
