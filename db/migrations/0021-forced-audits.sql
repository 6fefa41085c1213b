-- Why a manager passed an order although its audit said no: its labels are then got without the tests that were overruled. Empty
-- when its last audit was not forced.
alter table wms.orders add column forced_reason text check (length(forced_reason) between 1 and 500);
