-- The printers somebody uses at a workstation, each with its paper, and which of them prints what.
alter table wms.print_settings
  add column profiles jsonb not null default '[]'
    check (jsonb_typeof(profiles) = 'array' and jsonb_array_length(profiles) <= 10),
  add column defaults jsonb not null default '{}' check (jsonb_typeof(defaults) = 'object');
