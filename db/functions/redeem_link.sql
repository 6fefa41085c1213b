create or replace function wms.redeem_link(link uuid, secret text, from_ip text, request text)
returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  redeemed password_links%rowtype;
begin
  select l.* into redeemed
    from password_links l join accounts a on a.id = l.account_id join tenants t on t.id = l.tenant_id
    where l.id = link and l.expires_at > now() and a.is_enabled and (a.ends_at is null or a.ends_at > now())
      and wms.company_status(t) = 'open' for update of l;
  if not found then return; end if;
  perform store_password(redeemed.account_id, secret, false);
  perform log_before_login(redeemed.account_id, 'accept_invitation', 'account.invitation_accepted', from_ip, request);
  return query select redeemed.account_id, redeemed.tenant_id;
end $$;
