-- A trigger on collections: only a draft can be deleted.
create or replace function wms.keep_collection() returns trigger language plpgsql as $$
begin
  raise exception 'collection % is posted', old.collection_no using errcode = '23514', constraint = 'collection_kept';
end $$;
