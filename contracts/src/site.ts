/**
 * `GET /api/site`: who operates this installation (rule:operator-is-configuration). A value that is not
 * configured is null; the imprint then says so.
 */
export interface SiteView {
  operatorName: string | null;
  /** Lines of the postal address. */
  operatorAddress: string[];
  operatorEmail: string | null;
  operatorPhone: string | null;
  /** Register and number, VAT id and the like, one per line. */
  operatorDetails: string[];
  /** Shown only when the operator claims it as his own. */
  rating: { value: number; count: number } | null;
}
