/**
 * Calls that need a session, and the roles that may make them: only the admin, or the auditor too
 * (rule:admin-and-auditor).
 */
export const NEEDS_SESSION: Readonly<Record<string, 'admin' | 'both'>> = {
  'get /api/admin/ndas': 'admin',
  'delete /api/admin/ndas/{id}': 'admin',
  'get /api/admin/analytics': 'admin',
  'get /api/analytics/summary': 'admin',
  'get /api/admin/vouchers': 'admin',
  'post /api/admin/vouchers': 'admin',
  'patch /api/admin/vouchers/{id}/recipient': 'admin',
  'delete /api/admin/vouchers/{id}': 'admin',
  'post /api/admin/chat': 'admin',
  'get /api/admin/obligations': 'both',
  'post /api/admin/obligations/{id}/close': 'admin',
  'get /api/admin/withdrawals/{id}': 'admin',
  'get /api/audit/ndas': 'both',
  'get /api/audit/ndas/{id}/readings': 'both',
  'get /api/audit/ndas/{id}/events': 'both',
  'get /api/audit/ndas/{id}/at': 'both',
  'get /api/audit/ndas/{id}/at/{revision}': 'both',
  'get /api/audit/ndas/{id}/verify': 'both',
  'get /api/audit/ndas/{id}/evidence': 'both',
  'get /api/audit/verify': 'both',
  'post /api/audit/verify': 'both',
  'post /api/audit/checkpoints': 'both',
};
