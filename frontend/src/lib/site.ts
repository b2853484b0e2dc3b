import type { SiteView } from '@siegel/contracts/site';
import { useQuery } from '@tanstack/react-query';

/** Who runs this site: configuration of the server (rule:operator-is-configuration). */
export function useSite() {
  return useQuery<SiteView>({ queryKey: ['/api/site'] });
}
