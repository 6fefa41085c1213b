-- Manual fees and refunds have their proof attached, also while they wait for a second person.

-- One row: a file that proves a fee.
create table wms.fee_attachments (
  tenant_id bigint not null,
  fee_id bigint not null,
  file_id bigint not null,
  primary key (tenant_id, fee_id, file_id),
  foreign key (tenant_id, fee_id) references wms.fees (tenant_id, id),
  foreign key (tenant_id, file_id) references wms.files (tenant_id, id)
);
create index fee_attachments_of_file on wms.fee_attachments (tenant_id, file_id);

-- One row: a file that proves a fee which waits for a second person, who sees it. The approved fee has it too.
create table wms.fee_request_attachments (
  tenant_id bigint not null,
  request_id bigint not null,
  file_id bigint not null,
  primary key (tenant_id, request_id, file_id),
  foreign key (tenant_id, request_id) references wms.fee_requests (tenant_id, id),
  foreign key (tenant_id, file_id) references wms.files (tenant_id, id)
);
create index fee_request_attachments_of_file on wms.fee_request_attachments (tenant_id, file_id);

-- Room for the tax of a fee: its rate in percent and its amount, as they came. Nothing calculates them, and the amount of a fee is what is
-- charged.
alter table wms.fees
  add column tax_rate numeric(5, 2) not null default 0 check (tax_rate between 0 and 100),
  add column tax_amount numeric(18, 2) not null default 0,
  add constraint tax_has_sign_of_fee check (tax_amount <> 'NaN' and tax_amount * amount >= 0);
