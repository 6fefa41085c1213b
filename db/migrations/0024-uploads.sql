-- When a part came, so that an upload nobody goes on with can be told from a slow one, and swept.
alter table wms.upload_parts add column arrived_at timestamptz not null default now();
