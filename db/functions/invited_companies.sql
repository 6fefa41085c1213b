-- The friends of the caller's company, by the name they registered with.
create or replace function wms.invited_companies() returns table (id bigint, company_name text, status wms.invitation_status, fault wms.invitation_fault, reward_days int, created_at timestamptz)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select i.id, t.company_name, i.status, i.fault, i.reward_days, i.created_at
    from invitations i join tenants t on t.id = i.invitee_tenant_id
    where i.tenant_id = tenant_now() order by i.id desc limit 100;
end $$;
