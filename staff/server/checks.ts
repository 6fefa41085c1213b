import { sql } from 'kysely'
import type { BookCheck } from '../../platform/book-checks/server/book-check.ts'
import { inOneStatement } from '../../platform/book-checks/server/book-parts.ts'

export const staffChecks: BookCheck[] = [
  {
    code: 'sessions',
    title: { zh_CN: '停用账号没有会话', en_US: 'No disabled account has an open session' },
    hits: inOneStatement(
      (tenantId) => sql`
        select a.login_account as what from sessions s join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
        where s.tenant_id = ${tenantId} and not a.is_enabled`,
    ),
  },
  {
    code: 'permissions',
    title: { zh_CN: '每人的权限与其角色一致', en_US: 'Everyone’s permissions match their roles' },
    hits: inOneStatement(
      (tenantId) => sql`
        select a.login_account as what from accounts a
        where a.tenant_id = ${tenantId} and a.permissions is distinct from coalesce((
          select array_agg(distinct p order by p) from account_roles ar
          join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id cross join unnest(r.permissions) p
          where ar.tenant_id = a.tenant_id and ar.account_id = a.id), '{}')`,
    ),
  },
]
