-- Boxes as the warehouse found them, and the documents that a sheet became.

-- A box that nobody announced stands beside the others, and what the warehouse measured beside what the customer declared.
alter table wms.inbound_boxes
  add is_extra boolean not null default false,
  add measured_length numeric(10, 2) check (measured_length > 0),
  add measured_width numeric(10, 2) check (measured_width > 0),
  add measured_height numeric(10, 2) check (measured_height > 0),
  add measured_weight numeric(12, 3) check (measured_weight > 0),
  add constraint extra_box_is_there check (not is_extra or status = 'received');

alter table wms.imports add numbers text[] not null default '{}';
