-- People: companies that register, codes and links that reach them by mail, roles with limits, friends who were invited.

-- Companies

insert into wms.state_steps (machine, from_state, to_state) values
  ('tenant', '', 'trial'),
  ('tenant', 'trial', 'active'),
  ('tenant', 'trial', 'closed'),
  ('tenant', 'active', 'closed'),
  ('tenant', 'closed', 'active'),
  ('invitation', '', 'registered'),
  ('invitation', 'registered', 'rewarded'),
  ('invitation', 'registered', 'rejected');

create trigger check_step before insert or update on wms.tenants for each row execute function wms.check_step('tenant');

alter table wms.tenants
  add column invite_code text not null default upper(left(replace(gen_random_uuid()::text, '-', ''), 10)),
  add constraint invite_code_taken unique (invite_code);

-- The end of what a company has paid for, bonus included; null is no end.
create function wms.paid_until(t wms.tenants) returns timestamptz language sql stable as $$
  select t.expires_at + t.bonus_days * interval '1 day'
$$;

-- One row, once: whom to ask for more time, where the administrator has said so.
alter table wms.installation add column contact_phone text, add column contact_email text, add column contact_chat text;

-- One row: the words of a dictionary item, where the administrator wants others than the product's own.
create table wms.dictionary_texts (
  dict_code text not null,
  item_value text not null,
  zh_cn text not null check (length(zh_cn) between 1 and 100),
  en_us text not null check (length(en_us) between 1 and 100),
  primary key (dict_code, item_value)
);

-- Accounts

-- An e-mail address can be an account. Who came by somebody else's password must choose their own before anything else;
-- an account with an end (a support grant, a seasonal worker) stops by itself.
alter table wms.accounts
  drop constraint accounts_login_account_check,
  add constraint accounts_login_account_check check (login_account ~ '^[A-Za-z0-9][A-Za-z0-9._@+-]{3,49}$'),
  add column must_change boolean not null default false,
  add column is_support boolean not null default false,
  add column ends_at timestamptz;

-- `second_person_above`: a refund or a manual fee above it needs a second person; null is no such limit.
alter table wms.roles
  add column second_person_above numeric(18, 2) check (second_person_above >= 0),
  add column row_version int not null default 1;
create unique index role_name_taken on wms.roles (tenant_id, lower(role_name));

create index audit_by_time on wms.audit_log (tenant_id, at desc, id desc);

-- Codes and links

create type wms.code_purpose as enum ('register', 'reset');

-- One row: the code last sent to somebody, for one purpose. Good for ten minutes and five tries.
create table wms.verification_codes (
  purpose wms.code_purpose not null,
  target text not null check (length(target) <= 100),
  code_hash bytea not null,
  sent_at timestamptz not null default now(),
  tries int not null default 0,
  primary key (purpose, target)
);

-- One row: a link with which somebody sets the first password of their account. What makes it good is a signature that
-- is not kept here.
create table wms.password_links (
  id uuid primary key default gen_random_uuid(),
  tenant_id bigint not null,
  account_id bigint not null,
  expires_at timestamptz not null default now() + interval '7 days',
  foreign key (tenant_id, account_id) references wms.accounts (tenant_id, id),
  constraint one_link_each unique (tenant_id, account_id)
);

-- Lays a new code down and says 0, or how many seconds to wait for the next one. What is refused leaves the last code
-- as it was; the lock lets those who ask at once be counted one after another.
create function wms.lay_code(why wms.code_purpose, whom text, hash bytea, most_a_day int) returns int
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
  wait := take_try(array['code-to:' || why || ':' || whom], array[most_a_day], interval '1 day');
  if wait > 0 then return wait; end if;
  insert into verification_codes as c (purpose, target, code_hash) values (why, whom, hash)
  on conflict (purpose, target) do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0;
  return 0;
end $$;

-- A code that did not go out does not stand in the way of the next.
create function wms.drop_code(why wms.code_purpose, whom text, hash bytea) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c where c.purpose = why and c.target = whom and c.code_hash = hash;
end $$;

-- Whether this is the code. A wrong one counts, in a statement of its own so that no rollback forgets it; the sixth
-- guess is wrong whatever it is.
create function wms.try_code(why wms.code_purpose, whom text, hash bytea) returns boolean
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  is_right boolean;
begin
  update verification_codes c set tries = c.tries + case when c.code_hash = hash then 0 else 1 end
  where c.purpose = why and c.target = whom and c.tries < 5 and c.sent_at > now() - interval '10 minutes'
  returning c.code_hash = hash into is_right;
  return coalesce(is_right, false);
end $$;

-- Uses a code up: of two who show it at once, one has it.
create function wms.use_code(why wms.code_purpose, whom text, hash bytea) returns boolean
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c
  where c.purpose = why and c.target = whom and c.code_hash = hash and c.tries < 5 and c.sent_at > now() - interval '10 minutes';
  return found;
end $$;

-- Gives an account its password and ends everything the old one opened.
create function wms.put_password(account bigint, secret text, by_another boolean) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
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

-- The same for somebody of the caller's own company.
create function wms.set_password(account bigint, secret text, by_another boolean) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  if not exists (select 1 from accounts a where a.id = account and a.tenant_id = tenant_now()) then
    raise exception 'not an account of this tenant' using errcode = '42501';
  end if;
  perform put_password(account, secret, by_another);
end $$;

-- Where a code for a new password goes; no row for nobody.
create function wms.reset_address(account text) returns table (email text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select a.email from accounts a join tenants t on t.id = a.tenant_id
    where lower(a.login_account) = account and a.is_enabled and not a.is_support and a.email is not null and t.status <> 'closed';
end $$;

-- A change made at the door, where nobody is signed in yet, written down like any other.
create function wms.note_at_the_door(account bigint, deed text, event text, from_ip text, request text) returns void
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

-- A new password for whoever holds the code that was sent for it.
create function wms.reset_password(account text, hash bytea, secret text, from_ip text, request text) returns boolean
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  person bigint;
begin
  if not use_code('reset', account, hash) then return false; end if;
  select a.id into person from accounts a join tenants t on t.id = a.tenant_id
    where lower(a.login_account) = account and a.is_enabled and not a.is_support and t.status <> 'closed' for update of a;
  if person is null then return false; end if;
  perform put_password(person, secret, false);
  perform note_at_the_door(person, 'reset_password', 'account.password_reset', from_ip, request);
  return true;
end $$;

-- Whose first password a link is for; no row when it is over.
create function wms.link_facts(link uuid) returns table (company_name text, login_account text, user_name text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select t.company_name, a.login_account, a.user_name
    from password_links l join accounts a on a.id = l.account_id join tenants t on t.id = l.tenant_id
    where l.id = link and l.expires_at > now() and a.is_enabled and t.status <> 'closed';
end $$;

create function wms.redeem_link(link uuid, secret text, from_ip text, request text) returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  redeemed password_links%rowtype;
begin
  select l.* into redeemed
    from password_links l join accounts a on a.id = l.account_id join tenants t on t.id = l.tenant_id
    where l.id = link and l.expires_at > now() and a.is_enabled and t.status <> 'closed' for update of l;
  if not found then return; end if;
  perform put_password(redeemed.account_id, secret, false);
  perform note_at_the_door(redeemed.account_id, 'accept_invitation', 'account.invitation_accepted', from_ip, request);
  return query select redeemed.account_id, redeemed.tenant_id;
end $$;

-- Getting in, with what has been added to an account

-- How a company stands: 'open', 'lapsed' when its usage period has been over for more than thirty days, or 'closed'.
create function wms.standing(t wms.tenants) returns text language sql stable as $$
  select case when t.status = 'closed' then 'closed'
    when wms.paid_until(t) + interval '30 days' < wms.business_now() then 'lapsed' else 'open' end
$$;

drop function wms.find_login(text);
create function wms.find_login(account text)
returns table (account_id bigint, tenant_id bigint, kind wms.account_kind, password_hash text, is_enabled boolean, standing text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select a.id, a.tenant_id, a.kind, s.password_hash, a.is_enabled and (a.ends_at is null or a.ends_at > now()), wms.standing(t)
    from accounts a
    join account_secrets s on s.account_id = a.id
    left join tenants t on t.id = a.tenant_id
    where lower(a.login_account) = account;
end $$;

create or replace function wms.open_session(account bigint, hash bytea, from_ip text, from_browser text)
returns bigint language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  opened bigint;
begin
  insert into sessions (token_hash, tenant_id, account_id, ip, browser)
    select hash, a.tenant_id, a.id, from_ip, left(from_browser, 200)
    from accounts a join tenants t on t.id = a.tenant_id
    where a.id = account and a.is_enabled and (a.ends_at is null or a.ends_at > now()) and wms.standing(t) = 'open'
    returning id into opened;
  if opened is null then return null; end if;
  update accounts set last_login_at = now() where id = account;
  delete from sessions s where s.id in (
    select old.id from sessions old where old.account_id = account order by old.created_at desc, old.id desc offset 20);
  return opened;
end $$;

drop function wms.session_of(bytea);
create function wms.session_of(hash bytea)
returns table (
  session_id bigint, tenant_id bigint, account_id bigint, kind wms.account_kind, login_account text, user_name text,
  zone_code text, permissions text[], system_version wms.system_version, is_expired boolean, must_change boolean, is_stale boolean)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select s.id, a.tenant_id, a.id, a.kind, a.login_account, a.user_name, a.zone_code, a.permissions, t.system_version,
      coalesce(t.expires_at + t.bonus_days * interval '1 day' < business_now(), false), a.must_change,
      s.last_seen_at < now() - interval '1 minute'
    from sessions s
    join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join tenants t on t.id = s.tenant_id
    where s.token_hash = hash and s.last_seen_at > now() - interval '12 hours' and s.created_at > now() - interval '7 days'
      and a.is_enabled and (a.ends_at is null or a.ends_at > now()) and t.status <> 'closed'
      and coalesce(t.expires_at + (t.bonus_days + 30) * interval '1 day' > business_now(), true);
end $$;

create or replace function wms.sweep() returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from sessions s where s.last_seen_at < now() - interval '12 hours' or s.created_at < now() - interval '7 days';
  delete from sso_codes c where c.expires_at < now();
  delete from throttles t where t.since < now() - interval '2 days';
  delete from verification_codes c where c.sent_at < now() - interval '1 day';
  delete from password_links l where l.expires_at < now();
end $$;

-- Friends

create type wms.invitation_status as enum ('registered', 'rewarded', 'rejected');
create type wms.invitation_fault as enum ('same_email', 'same_phone', 'same_domain', 'enough');

-- One row: a company that came by another's code. `tenant_id` is who invited; the row belongs to both, so it is global.
create table wms.invitations (
  tenant_id bigint not null references wms.tenants,
  id bigint generated by default as identity,
  invitee_tenant_id bigint not null references wms.tenants,
  status wms.invitation_status not null default 'registered',
  fault wms.invitation_fault,
  reward_days int not null default 0 check (reward_days between 0 and 10),
  created_at timestamptz not null default wms.business_now(),
  decided_at timestamptz,
  primary key (tenant_id, id),
  constraint invited_once unique (invitee_tenant_id),
  constraint nobody_invites_themselves check (tenant_id <> invitee_tenant_id),
  constraint fault_of_rejected check ((status = 'rejected') = (fault is not null))
);
create trigger check_step before insert or update on wms.invitations
  for each row execute function wms.check_step('invitation');

-- Why a newcomer is no friend but somebody who is here already; null when they are new. Providers whose domain says
-- nothing about a company are left out.
create function wms.known_as(newcomer bigint, phone text) returns wms.invitation_fault
language plpgsql stable security definer set search_path = wms, pg_temp as $$
declare
  own tenants%rowtype;
  own_domain text;
  digits text := regexp_replace(coalesce(phone, ''), '\D', '', 'g');
begin
  select * into strict own from tenants t where t.id = newcomer;
  own_domain := lower(split_part(own.contact_email, '@', 2));
  if exists (select 1 from tenants t where t.id <> newcomer and lower(t.contact_email) = lower(own.contact_email))
    or exists (select 1 from accounts a where a.tenant_id <> newcomer and lower(a.email) = lower(own.contact_email))
  then return 'same_email'; end if;
  if digits = '' then digits := regexp_replace(coalesce(own.contact_phone, ''), '\D', '', 'g'); end if;
  if length(digits) >= 5 and exists (
    select 1 from tenants t where t.id <> newcomer and right(regexp_replace(t.contact_phone, '\D', '', 'g'), 11) = right(digits, 11))
  then return 'same_phone'; end if;
  if own_domain <> '' and own_domain <> all (array[
      'gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.co.jp', 'yahoo.co.uk',
      'icloud.com', 'me.com', 'aol.com', 'proton.me', 'protonmail.com', 'gmx.de', 'gmx.net', 'gmx.com', 'web.de', 't-online.de',
      'mail.com', 'mail.ru', 'yandex.ru', 'yandex.com', 'zoho.com', 'fastmail.com', 'qq.com', 'foxmail.com', '163.com', '126.com',
      'yeah.net', 'sina.com', 'sina.cn', 'sohu.com', 'aliyun.com', '139.com', '189.cn', 'wo.cn', 'naver.com', 'hanmail.net',
      'orange.fr', 'free.fr', 'laposte.net', 'libero.it', 'uol.com.br', 'bigpond.com', 'rogers.com', 'comcast.net', 'verizon.net'])
    and exists (select 1 from tenants t where t.id <> newcomer and lower(split_part(t.contact_email, '@', 2)) = own_domain)
  then return 'same_domain'; end if;
  return null;
end $$;

-- A friend who has finished the set-up earns the inviter ten days, sixty at most. It hangs on the step itself, so that no
-- way to finish can forget it and none can count twice.
create function wms.reward_inviter() returns trigger
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
  why := known_as(new.tenant_id, new.phone);
  days := least(10, 60 - inviter.bonus_days);
  if why is null and days <= 0 then why := 'enough'; end if;
  if why is not null then
    update invitations i set status = 'rejected', fault = why, decided_at = business_now() where i.invitee_tenant_id = new.tenant_id;
    return null;
  end if;
  update invitations i set status = 'rewarded', reward_days = days, decided_at = business_now() where i.invitee_tenant_id = new.tenant_id;
  update tenants t set bonus_days = t.bonus_days + days where t.id = inviter.id;
  perform set_config('app.tenant_id', inviter.id::text, true);
  insert into audit_log (tenant_id, login_account, ip, request_id, action, object_type, object_id, object_no, before, after)
    values (inviter.id, 'system', '', '', 'reward', 'company', inviter.id, inviter.code,
      jsonb_build_object('bonusDays', inviter.bonus_days), jsonb_build_object('bonusDays', inviter.bonus_days + days));
  insert into events (tenant_id, kind, object_type, object_id, request_id)
    values (inviter.id, 'company.rewarded', 'company', inviter.id, '');
  perform set_config('app.tenant_id', new.tenant_id::text, true);
  return null;
end $$;
create trigger reward_inviter after update of init_step on wms.warehouses
  for each row when (new.init_step = 6 and old.init_step < 6) execute function wms.reward_inviter();

-- The friends of the caller's company, by the name they registered with.
create function wms.friends() returns table (id bigint, company_name text, status wms.invitation_status, fault wms.invitation_fault, reward_days int, created_at timestamptz)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select i.id, t.company_name, i.status, i.fault, i.reward_days, i.created_at
    from invitations i join tenants t on t.id = i.invitee_tenant_id
    where i.tenant_id = tenant_now() order by i.id desc limit 100;
end $$;

-- Registration

-- Whether an account is there, also one that nobody has a password for yet.
create function wms.is_account(account text) returns boolean
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return exists (select 1 from accounts a where lower(a.login_account) = account);
end $$;

create function wms.is_name_free(name text) returns boolean
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return not exists (select 1 from tenants t where t.login_url_name = name or lower(t.code) = name);
end $$;

create function wms.is_invite_code(shown text) returns boolean
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return exists (select 1 from tenants t where t.invite_code = shown and t.status <> 'closed');
end $$;

-- Founds a company: its warehouse at the first step of the set-up, the roles it starts with, and its owner. What makes a
-- tenant is here once, for those who register and for the administrator alike; `given` holds the fields by their names.
create function wms.found_company(given jsonb, roles jsonb, from_ip text, request text)
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
  insert into roles as r (tenant_id, code, role_name, permissions, is_system)
    select company, o->>'code', o->>'name', array(select jsonb_array_elements_text(o->'permissions')), true
    from jsonb_array_elements(roles) o;
  insert into account_roles as ar (tenant_id, account_id, role_id)
    select company, owner, r.id from roles r where r.tenant_id = company and r.code = 'owner';
  if given ? 'secret' then perform put_password(owner, given->>'secret', false); end if;

  insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, after)
    values (company, case when given ? 'actor' then null else owner end, actor, from_ip, request, 'found', 'company', company,
      coalesce(given->>'code', upper(given->>'loginUrlName')), given - 'secret' - 'actor');
  insert into events (tenant_id, kind, object_type, object_id, request_id)
    values (company, 'company.founded', 'company', company, request);

  if given ? 'inviteCode' then
    select t.id into inviter from tenants t where t.invite_code = given->>'inviteCode' and t.status <> 'closed';
    if inviter is not null then
      insert into invitations (tenant_id, invitee_tenant_id) values (inviter, company);
      why := known_as(company, null);
      if why is not null then
        update invitations i set status = 'rejected', fault = why, decided_at = business_now() where i.invitee_tenant_id = company;
      end if;
    end if;
  end if;
  return query select owner, company;
end $$;

-- The same for somebody who holds the code that was sent to their address: on trial for thirty days.
create function wms.register(hash bytea, given jsonb, roles jsonb, from_ip text, request text)
returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  if not use_code('register', given->>'email', hash) then return; end if;
  return query select f.account_id, f.tenant_id from found_company(
    given || jsonb_build_object('version', 'standard', 'expiresAt', business_now() + interval '30 days'), roles, from_ip, request) f;
end $$;

revoke execute on all functions in schema wms from public;
grant select on wms.installation, wms.dictionary_texts, wms.password_links to tally_app;
grant insert, delete on wms.password_links to tally_app;
grant delete on wms.roles to tally_app;
grant execute on function
  wms.paid_until, wms.standing, wms.find_login, wms.open_session, wms.session_of, wms.sweep, wms.lay_code, wms.drop_code, wms.try_code,
  wms.set_password, wms.reset_address, wms.reset_password, wms.link_facts, wms.redeem_link, wms.friends, wms.is_account, wms.is_name_free,
  wms.is_invite_code, wms.register, wms.reward_inviter
to tally_app;
