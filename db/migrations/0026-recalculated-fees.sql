-- Ended by a new calculation, and not by a person who voided it: only then the next calculation may charge its type again.
alter table wms.fees add column is_repriced boolean not null default false;
