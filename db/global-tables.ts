/**
 * The tables that belong to the whole installation.
 *
 * Row security is enabled for them too, so a tenant's handle sees only its own rows; it is not FORCED, so
 * that the few SECURITY DEFINER functions of the login can read across tenants. Every other table has
 * `tenant_id` first in its keys and row security FORCED; the catalogue tests check both.
 */
export const globalTables = [
  'migrations',
  'applied_files',
  'state_steps',
  'installation',
  'tenants',
  'accounts',
  'account_secrets',
  'sessions',
  'sso_codes',
  'throttles',
  'dictionary_texts',
  'verification_codes',
  'password_links',
  'invitations',
  'shipped_states',
  'shipped_fee_types',
] as const
