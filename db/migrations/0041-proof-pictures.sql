-- A proof of payment that is a picture has a small copy for the list of collections.
alter table wms.collection_attachments
  add column small_file_id bigint,
  add foreign key (tenant_id, small_file_id) references wms.files (tenant_id, id);
create index collection_attachments_of_small_file on wms.collection_attachments (tenant_id, small_file_id) where small_file_id is not null;
