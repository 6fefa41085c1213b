-- How goods arrived, for prices per pallet and per container.

-- Counted by the warehouse at the completion of an inbound order, or later while it is not charged; null while not counted.
alter table wms.inbounds
  add column pallet_count int check (pallet_count between 0 and 9999),
  add column container_count int check (container_count between 0 and 9999);
