-- An inbound order of which all came as announced and all is put away is closed by the system: completed, by nobody.
alter table wms.inbounds drop constraint inbound_says_when, add constraint inbound_says_when check (
  (status in ('receiving', 'complete')) = (arrived_at is not null) and (status = 'complete') = (completed_at is not null)
  and (arrived_at is null) = (arrived_by is null) and (completed_by is null or completed_at is not null));
