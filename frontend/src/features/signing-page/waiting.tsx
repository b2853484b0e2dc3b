import { Skeleton } from '../../components/skeleton.js';

/** Placeholder while an invitation is loading: a heading with facts, and a text beside it. */
export function Waiting() {
  return (
    <div className="page-width remote-page">
      <div className="remote-columns">
        <Skeleton title lines={['full', 'most', 'full', 'half', 'most', 'half']} />
        <div className="remote-waiting-text" />
      </div>
    </div>
  );
}
