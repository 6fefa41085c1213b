-- Views of a list that somebody shares with their colleagues: they stay in the settings of whoever saved them, so that
-- nobody else can change or delete them, and are found by the list.
create index views_shared on wms.list_settings (tenant_id, list)
  where settings @> '{"views": [{"isShared": true}]}';
