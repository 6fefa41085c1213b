-- An account that does not match its flows is blocked, as stock is: the reason is the check that found it, until a person unblocks it.
alter table wms.customer_accounts add column blocked_because text;
create index blocked_accounts on wms.customer_accounts (tenant_id, customer_id) where blocked_because is not null;

alter type wms.order_exception add value 'account_blocked' after 'balance_short';
