-- Who the label names as the sender, where that is not the warehouse: all of it or nothing.
alter table wms.orders
  add column sender_name text check (length(sender_name) between 1 and 60),
  add column sender_phone text check (length(sender_phone) between 1 and 40),
  add column sender_country text check (sender_country ~ '^[A-Z]{2}$'),
  add column sender_state text check (length(sender_state) between 1 and 5),
  add column sender_city text check (length(sender_city) between 1 and 60),
  add column sender_postcode text check (length(sender_postcode) between 1 and 20),
  add column sender_address text check (length(sender_address) between 1 and 300),
  add constraint sender_is_whole check (num_nonnulls(sender_name, sender_country, sender_city, sender_address) in (0, 4)
    and (sender_name is not null or num_nonnulls(sender_phone, sender_state, sender_postcode) = 0));
