import { useSite } from '../lib/site.js';

/** True if the configuration names a way to reach the operator outside this site. */
export function useHasOperatorAddress(): boolean {
  const { operatorName, operatorAddress, operatorEmail } = useSite();
  return operatorName !== null || operatorAddress.length > 0 || operatorEmail !== null;
}

/** Name and addresses of the operator of this installation (rule:operator-is-configuration). */
export function OperatorAddress() {
  const { operatorName, operatorAddress, operatorEmail } = useSite();
  const lines = [operatorName, ...operatorAddress].filter((line) => line !== null);
  return (
    <address className="operator-address">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {operatorEmail !== null && <a href={`mailto:${operatorEmail}`}>{operatorEmail}</a>}
    </address>
  );
}
