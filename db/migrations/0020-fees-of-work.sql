-- Lists of the fees of one kind of work, the latest first. Most fees are of orders, which the index by date finds as fast. The kind is in the
-- condition of each index and not in its columns: under row security the comparison of an enum can't search an index.
create index fees_of_inbounds on wms.fees (tenant_id, charge_date desc, id desc) where order_type = 'inbound';
create index fees_of_returns on wms.fees (tenant_id, charge_date desc, id desc) where order_type = 'return';
create index fees_of_storage on wms.fees (tenant_id, charge_date desc, id desc) where order_type = 'storage';
create index fees_of_services on wms.fees (tenant_id, charge_date desc, id desc) where order_type = 'value_added';
create index fees_of_no_document on wms.fees (tenant_id, charge_date desc, id desc) where order_type = 'manual';
