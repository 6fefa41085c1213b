-- A friend who has finished the setup earns the inviter ten days, sixty at most. A trigger on the step
-- itself, so that it applies however the setup is finished, and only once.
create or replace function wms.reward_inviter() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  invited invitations%rowtype;
  inviter tenants%rowtype;
  why invitation_fault;
  days int;
begin
  update tenants t set contact_phone = new.phone where t.id = new.tenant_id and t.contact_phone is null;
  select * into invited from invitations i where i.invitee_tenant_id = new.tenant_id and i.status = 'registered' for update;
  if not found then return null; end if;
  select * into strict inviter from tenants t where t.id = invited.tenant_id for update;
  why := invitation_problem(new.tenant_id, new.phone);
  days := least(10, 60 - inviter.bonus_days);
  if why is null and days <= 0 then why := 'enough'; end if;
  if why is not null then
    update invitations i set status = 'rejected', fault = why, decided_at = business_now() where i.invitee_tenant_id = new.tenant_id;
    return null;
  end if;
  update invitations i set status = 'rewarded', reward_days = days, decided_at = business_now() where i.invitee_tenant_id = new.tenant_id;
  update tenants t set bonus_days = t.bonus_days + days where t.id = inviter.id;
  perform set_config('app.tenant_id', inviter.id::text, true);
  insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, before, after)
    values (inviter.id, system_account(), 'system', '', '', 'reward', 'company', inviter.id, inviter.code,
      jsonb_build_object('bonusDays', inviter.bonus_days), jsonb_build_object('bonusDays', inviter.bonus_days + days));
  insert into events (tenant_id, kind, object_type, object_id, request_id)
    values (inviter.id, 'company.rewarded', 'company', inviter.id, '');
  perform set_config('app.tenant_id', new.tenant_id::text, true);
  return null;
end $$;
