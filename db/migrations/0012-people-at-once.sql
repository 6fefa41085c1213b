-- People who change each other at the same moment, and doors that are watched for longer than a glance.

-- What somebody may do follows from their roles. The account is locked by a statement of its own: the one after it sees
-- what whoever held the lock has done, and so no right outlives its role.
create or replace function wms.keep_permissions() returns trigger language plpgsql as $$
declare
  people bigint[];
begin
  if tg_table_name = 'roles' then
    people := array(select ar.account_id from wms.account_roles ar where ar.tenant_id = new.tenant_id and ar.role_id = new.id);
  elsif tg_op = 'DELETE' then
    people := array[old.account_id];
  else
    people := array[new.account_id];
  end if;
  perform 1 from wms.accounts a where a.tenant_id = wms.tenant_now() and a.id = any (people) order by a.id for no key update;
  update wms.accounts a set permissions = coalesce((
    select array_agg(distinct p order by p)
    from wms.account_roles ar
    join wms.roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
    cross join unnest(r.permissions) p
    where ar.tenant_id = a.tenant_id and ar.account_id = a.id), '{}')
  where a.tenant_id = wms.tenant_now() and a.id = any (people);
  return null;
end $$;

-- Gives an account its password and ends everything the old one opened. The account's lock comes first, as it does
-- where a session is opened: a log-in with the old password is over before this, or finds the new one.
create or replace function wms.put_password(account bigint, secret text, by_another boolean) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform 1 from accounts a where a.id = account for no key update;
  insert into account_secrets as s (account_id, password_hash) values (account, secret)
  on conflict (account_id) do update set password_hash = excluded.password_hash, changed_at = now();
  update accounts a set must_change = by_another, row_version = a.row_version + 1, updated_at = now() where a.id = account;
  delete from sessions s where s.account_id = account;
  delete from password_links l where l.account_id = account;
  delete from sso_codes c where c.account_id = account;
  delete from verification_codes c using accounts a
    where a.id = account and c.purpose = 'reset' and c.target = lower(a.login_account);
  delete from throttles t using accounts a where a.id = account and t.key = 'login:' || lower(a.login_account);
end $$;

-- Opens a session. `proof` is the hash that the password was held against; when the account has another by now, nobody
-- gets in.
drop function wms.open_session(bigint, bytea, text, text);
create function wms.open_session(account bigint, proof text, hash bytea, from_ip text, from_browser text)
returns bigint language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  opened bigint;
begin
  perform 1 from accounts a where a.id = account for no key update;
  insert into sessions (token_hash, tenant_id, account_id, ip, browser)
    select hash, a.tenant_id, a.id, from_ip, left(from_browser, 200)
    from accounts a join tenants t on t.id = a.tenant_id
    where a.id = account and a.is_enabled and (a.ends_at is null or a.ends_at > now()) and wms.standing(t) = 'open'
      and (proof is null or exists (select 1 from account_secrets s where s.account_id = a.id and s.password_hash = proof))
    returning id into opened;
  if opened is null then return null; end if;
  update accounts set last_login_at = now() where id = account;
  delete from sessions s where s.id in (
    select old.id from sessions old where old.account_id = account order by old.created_at desc, old.id desc offset 20);
  return opened;
end $$;

-- What a day's codes are counted by. Codes for a new password are counted for each network that asks, so that a stranger
-- does not use up somebody's; all networks together may ask five times as often.
create function wms.code_keys(why wms.code_purpose, whom text, network text) returns text[] language plpgsql immutable as $$
begin
  return array['code-to:' || why || ':' || whom]
    || case when why = 'reset' then array['code-to:' || why || ':' || whom || ' ' || network] else '{}' end;
end $$;

-- Lays a new code down and says 0, or how many seconds to wait for the next one. What is refused leaves the last code
-- as it was; the lock lets those who ask at once be counted one after another.
drop function wms.lay_code(wms.code_purpose, text, bytea, int);
create function wms.lay_code(why wms.code_purpose, whom text, network text, hash bytea, most_a_day int) returns int
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  before timestamptz;
  wait int;
begin
  perform pg_advisory_xact_lock(7417, hashtext(why || ':' || whom));
  select c.sent_at into before from verification_codes c where c.purpose = why and c.target = whom;
  if before > now() - interval '60 seconds' then
    return greatest(ceil(extract(epoch from before + interval '60 seconds' - now()))::int, 1);
  end if;
  wait := take_try(
    code_keys(why, whom, network),
    case when why = 'reset' then array[5 * most_a_day, most_a_day] else array[most_a_day] end, interval '1 day');
  if wait > 0 then return wait; end if;
  insert into verification_codes as c (purpose, target, code_hash) values (why, whom, hash)
  on conflict (purpose, target) do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0;
  return 0;
end $$;

-- A code that did not go out does not stand in the way of the next, and does not count among the day's.
drop function wms.drop_code(wms.code_purpose, text, bytea);
create function wms.drop_code(why wms.code_purpose, whom text, network text, hash bytea) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c where c.purpose = why and c.target = whom and c.code_hash = hash;
  if found then
    perform 1 from throttles t where t.key = any (code_keys(why, whom, network)) order by t.key for update;
    update throttles t set tries = greatest(t.tries - 1, 0) where t.key = any (code_keys(why, whom, network));
  end if;
end $$;

-- Whose first password a link is for; no row when it is over, or when nobody could come in by it.
create or replace function wms.link_facts(link uuid) returns table (company_name text, login_account text, user_name text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select t.company_name, a.login_account, a.user_name
    from password_links l join accounts a on a.id = l.account_id join tenants t on t.id = l.tenant_id
    where l.id = link and l.expires_at > now() and a.is_enabled and (a.ends_at is null or a.ends_at > now())
      and wms.standing(t) = 'open';
end $$;

create or replace function wms.redeem_link(link uuid, secret text, from_ip text, request text)
returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  redeemed password_links%rowtype;
begin
  select l.* into redeemed
    from password_links l join accounts a on a.id = l.account_id join tenants t on t.id = l.tenant_id
    where l.id = link and l.expires_at > now() and a.is_enabled and (a.ends_at is null or a.ends_at > now())
      and wms.standing(t) = 'open' for update of l;
  if not found then return; end if;
  perform put_password(redeemed.account_id, secret, false);
  perform note_at_the_door(redeemed.account_id, 'accept_invitation', 'account.invitation_accepted', from_ip, request);
  return query select redeemed.account_id, redeemed.tenant_id;
end $$;

-- What was on its way to an old address opens nothing once there is a new one.
create function wms.forget_codes() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c where c.purpose = 'reset' and c.target = lower(new.login_account);
  return null;
end $$;
create trigger forget_codes after update of email on wms.accounts
  for each row when (new.email is distinct from old.email) execute function wms.forget_codes();

-- An invitation that has run out stays, so that the list says so.
create or replace function wms.sweep() returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from sessions s where s.last_seen_at < now() - interval '12 hours' or s.created_at < now() - interval '7 days';
  delete from sso_codes c where c.expires_at < now();
  delete from throttles t where t.since < now() - interval '2 days';
  delete from verification_codes c where c.sent_at < now() - interval '1 day';
end $$;

revoke execute on all functions in schema wms from public;
grant execute on function wms.open_session, wms.lay_code, wms.drop_code, wms.forget_codes to tally_app;
