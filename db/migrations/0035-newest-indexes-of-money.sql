-- The same indexes as before, created again: of indexes that look equally good on a table that is still small, the planner takes the newest, and
-- keeps to it while the table grows. Of these flows it then read all of the company for every line of a posting.
create unique index money_posted_once_now on wms.balance_flows (tenant_id, source_type, source_id, source_line, log_type, business)
  where hold_id is null;
create unique index hold_posted_once_now on wms.balance_flows (tenant_id, hold_id, log_type) where hold_id is not null;
drop index wms.money_posted_once;
drop index wms.hold_posted_once;
alter index wms.money_posted_once_now rename to money_posted_once;
alter index wms.hold_posted_once_now rename to hold_posted_once;
