import { addressIn } from '@siegel/contracts/addresses';
import type { ReplayedNda } from '@siegel/contracts/audit/views';
import type { Role } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { ApiError, isClosed } from '../../../lib/api-error.js';
import { currentLanguage } from '../../../lib/language.js';
import { Loaded } from '../page/loaded.js';
import { AdminPage } from '../page/admin-page.js';
import { useAdminNda } from '../ndas/ndas.js';
import { placeIn } from '../session/place.js';
import { ClosedNotice } from './closed-notice.js';
import { NdaActions } from './nda-actions.js';
import { NdaFacts } from './nda-facts.js';
import { NdaMoney } from './nda-money.js';
import { NdaObligations } from './nda-obligations.js';
import { NdaSending } from './nda-sending.js';
import { NdaStatusLabel } from '../ndas/nda-words.js';
import { useEvents, useNdaAt } from '../replay/replay.js';
import { ReplayView } from '../replay/replay-view.js';
import { Readings } from './readings.js';

/**
 * The page of one NDA. Both roles see the NDA's history and who has read its personal data. The admin also
 * sees facts and actions (rule:admin-and-auditor).
 */
export default function NdaPage() {
  const { id = '' } = useParams();
  return (
    <AdminPage roles={['admin', 'auditor']}>
      {(role) => (
        <>
          <BackLink role={role} />
          <Closed id={id} />
          {role === 'admin' ? <AdminView id={id} /> : <AuditorView id={id} />}
          <ReplayView id={id} reader={role} />
          <Readings id={id} />
        </>
      )}
    </AdminPage>
  );
}

/**
 * Link back to the list, in the state in which the user left it. If the user did not come from a list, the
 * link leads to the start page of the user's role.
 */
function BackLink({ role }: { role: Role }) {
  const { t } = useTranslation('admin');
  const { state } = useLocation() as { state: unknown };
  const place = placeIn(state);
  const start = addressIn(currentLanguage(), role === 'admin' ? PAGES.dashboard.path : PAGES.audit.path);
  return (
    <Link className="nda-back" to={place?.to ?? start} state={place?.kept}>
      {t(role === 'admin' ? 'nda.back' : 'nda.backToAudit')}
    </Link>
  );
}

/** Both roles read the history, so it says whether the NDA is closed. It is refused if no event counts. */
function Closed({ id }: { id: string }) {
  const { data, error } = useEvents(id, undefined);
  const since = isClosed(error) ? null : (data?.untrustedSince ?? undefined);
  return since !== undefined && <ClosedNotice id={id} since={since} />;
}

function AdminView({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const query = useAdminNda(id);
  // The NDA was erased or never existed. The history shows which of the two is true.
  if (query.error instanceof ApiError && query.error.status === 404) return <AuditorView id={id} />;
  return (
    <>
      {query.data === undefined && <h1 className="admin-title">{t('nda.title')}</h1>}
      <Loaded query={query} failed={t('nda.failed')} lines={['half', 'full', 'most', 'full', 'half']}>
        {(nda) => (
          <>
            <div className="nda-head">
              <div>
                <h1>
                  <bdi>{nda.ideaTitle}</bdi>
                </h1>
                <NdaStatusLabel nda={nda} />
              </div>
              <NdaActions nda={nda} />
            </div>
            <div className="nda-columns">
              <NdaFacts nda={nda} />
              <div>
                <NdaSending nda={nda} />
                <NdaMoney nda={nda} />
                <NdaObligations id={id} mayClose={nda.untrustedSince === null} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

/** The heading for an auditor. Title and parties come from the newest event, if they can still be read. */
function AuditorView({ id }: { id: string }) {
  const { t } = useTranslation('replay');
  const total = useEvents(id, undefined).data?.total;
  const nda = useNdaAt(id, total === undefined ? undefined : total - 1).data?.nda;
  const parties = [nda?.party1Name, nda?.party2Name].filter((name) => typeof name === 'string');
  return (
    <div className="nda-head">
      <div>
        <h1>
          {nda === undefined || nda === null ? t('title') : <bdi>{nda.ideaTitle ?? untitled(nda, t)}</bdi>}
        </h1>
        <p className="text-soft">
          {parties.length === 2 && <>{t('between', { one: parties[0], other: parties[1] })}, </>}
          <span className="text-mono">{id}</span>
        </p>
      </div>
    </div>
  );
}

const untitled = ({ deletedAt }: ReplayedNda, t: TFunction<'replay'>): string =>
  t(deletedAt === null ? 'title' : 'erasedTitle');
