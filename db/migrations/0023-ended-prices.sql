-- The price whose end assigning this one has moved, and where it was, for the case that this one is deleted before it starts.
alter table wms.customer_prices
  add column ended_price_id bigint,
  add column ended_was timestamptz,
  add foreign key (tenant_id, ended_price_id) references wms.customer_prices (tenant_id, id);
create index customer_prices_that_ended on wms.customer_prices (tenant_id, ended_price_id) where ended_price_id is not null;
