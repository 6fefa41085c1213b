/**
 * The tables that belong to the whole installation.
 *
 * Row security is on for them too, so a warehouse's own handle sees only its own rows; it is not FORCED, so that
 * the few SECURITY DEFINER functions which let people in can look across tenants. Every other table has `tenant_id`
 * at the head of its keys and row security FORCED; the catalogue tests hold both.
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
] as const
