-- Why a new company does not count as a friend but as an existing user; null when it is new. Mail providers,
-- whose domain says nothing about a company, are left out.
create or replace function wms.invitation_problem(newcomer bigint, phone text) returns wms.invitation_fault
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
