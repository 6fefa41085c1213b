-- Logs a change made before login, like any other.
create or replace function wms.log_before_login(account bigint, deed text, event text, from_ip text, request text) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  person accounts%rowtype;
begin
  select * into strict person from accounts a where a.id = account;
  perform set_config('app.tenant_id', person.tenant_id::text, true);
  insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no)
    values (person.tenant_id, person.id, person.login_account, from_ip, request, deed, 'account', person.id, person.login_account);
  insert into events (tenant_id, kind, object_type, object_id, request_id)
    values (person.tenant_id, event, 'account', person.id, request);
end $$;
