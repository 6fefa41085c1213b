-- Who created an order, in the order of the list: “mine” among many orders.
create index orders_of_creator on wms.orders (tenant_id, created_by, created_at desc, id desc);
