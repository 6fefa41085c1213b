-- The kind of a document comes last: under row security its comparison can't search an index, and the document would not be searched either.
-- The old index is dropped when the new one is complete, so that the table is read meanwhile.
create unique index billed_once_now on wms.fees (tenant_id, source_id, fee_type_id, order_type)
  where status not in ('voided', 'reversed') and refund_of is null and source_id is not null;
drop index wms.billed_once;
alter index wms.billed_once_now rename to billed_once;
