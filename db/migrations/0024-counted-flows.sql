-- The last flow of each stock row that `on_hand_then` contains, by the id of the row: a later correction of the same goods is told apart
-- from it. It replaces `flows_then`, a sum over the rows; lines of an older server have only `counted_at`.
alter table wms.stock_count_lines add column seqs_then jsonb;
