-- What carriers charge in another currency, and which labels of voided orders they refused to cancel.

-- A carrier may bill in its own currency: what one unit of it is worth in the warehouse's, and the day that was set.
alter table wms.carrier_accounts
  add column cost_currency text collate "C" check (cost_currency ~ '^[A-Z]{3}$'),
  add column cost_rate numeric(14, 6) check (cost_rate > 0),
  add column cost_rate_on date,
  add constraint rate_has_currency check (num_nulls(cost_currency, cost_rate, cost_rate_on) in (0, 3));

-- Of a voided order, the packages whose labels the carrier refused to cancel. It is known when the event is priced and never changes then.
alter table wms.billable_events add column refused_packages int[];
