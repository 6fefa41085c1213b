-- The returns of an order are found by its number.
create index inbounds_of_origin on wms.inbounds (tenant_id, origin_no) where origin_no is not null;
