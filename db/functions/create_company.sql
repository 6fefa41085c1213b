-- Creates a company: its warehouse at the first step of the setup, its default roles, and its owner. Used by
-- registration and by the administrator; `given` holds the fields by name.
create or replace function wms.create_company(given jsonb, roles jsonb, from_ip text, request text)
returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  company bigint;
  owner bigint;
  inviter bigint;
  why invitation_fault;
  actor text := coalesce(given->>'actor', given->>'email');
begin
  insert into tenants as t (code, company_name, login_url_name, system_version, parent_tenant_id, expires_at, contact_email)
    values (coalesce(given->>'code', upper(given->>'loginUrlName')), given->>'companyName', given->>'loginUrlName',
      (given->>'version')::system_version, (given->>'parentId')::bigint, (given->>'expiresAt')::timestamptz, given->>'email')
    returning t.id into company;
  insert into accounts as a (tenant_id, kind, login_account, user_name, email, zone_code)
    values (company, 'staff', given->>'email', given->>'userName', given->>'email', given->>'zone') returning a.id into owner;
  perform set_config('app.tenant_id', company::text, true);
  insert into warehouses (tenant_id, warehouse_code, warehouse_name, time_zone, oms_domain_name)
    values (company, 'WH1', given->>'companyName', given->>'zone', given->>'loginUrlName');
  insert into roles as r (tenant_id, code, role_name, permissions, second_person_above, is_system)
    select company, o->>'code', o->>'name', array(select jsonb_array_elements_text(o->'permissions')),
      (o->>'secondPersonAbove')::numeric, true
    from jsonb_array_elements(roles) o;
  insert into account_roles as ar (tenant_id, account_id, role_id)
    select company, owner, r.id from roles r where r.tenant_id = company and r.code = 'owner';
  if given ? 'secret' then perform store_password(owner, given->>'secret', false); end if;

  insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, after)
    values (company, case when given ? 'actor' then system_account() else owner end, actor, from_ip, request, 'found', 'company', company,
      coalesce(given->>'code', upper(given->>'loginUrlName')), given - 'secret' - 'actor');
  insert into events (tenant_id, kind, object_type, object_id, request_id)
    values (company, 'company.founded', 'company', company, request);

  if given ? 'inviteCode' then
    select t.id into inviter from tenants t where t.invite_code = given->>'inviteCode' and t.status <> 'closed';
    if inviter is not null then
      insert into invitations (tenant_id, invitee_tenant_id) values (inviter, company);
      why := invitation_problem(company, null);
      if why is not null then
        update invitations i set status = 'rejected', fault = why, decided_at = business_now() where i.invitee_tenant_id = company;
      end if;
    end if;
  end if;
  return query select owner, company;
end $$;
