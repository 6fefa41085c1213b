import type { documentProofs } from './document-proofs.ts'
import type { Rewrite } from './interleave.ts'
import type { stockProofs } from './stock-proofs.ts'

type Proof = keyof typeof stockProofs | keyof typeof documentProofs

/** A guard of the ledgers, how it is removed, and the proof that must fail. */
export type Guard = { guard: string; sabotage: string | Rewrite; proof: Proof }

/** Replaces text in a function's body. Text that is not found is an error of this table. */
const inBody = (name: string, ...changes: [from: string, to: string][]) => `
  do $sabotage$ declare body text := pg_get_functiondef('wms.${name}'::regproc); begin
    ${changes
      .map(
        ([from, to]) => `
    if strpos(body, $from$${from}$from$) = 0 then raise 'nowhere in ${name}: %', $from$${from}$from$; end if;
    body := replace(body, $from$${from}$from$, $to$${to}$to$);`,
      )
      .join('')}
    execute body;
  end $sabotage$`
const inPosting = (from: string, to: string) => inBody('post_stock', [from, to])

const nothingToDo = 'if cardinality(lines) = 0 then return; end if;'

const server = 'the server may not write'
const isolated = 'row security'

export const guards: Guard[] = [
  {
    guard: 'stock_not_negative',
    sabotage: 'alter table wms.stock drop constraint stock_not_negative',
    proof: 'no more promises are taken back than were given',
  },
  {
    guard: 'stock_within_on_hand',
    sabotage: 'alter table wms.stock drop constraint stock_within_on_hand',
    proof: 'what is promised or frozen is neither taken nor frozen again',
  },
  {
    guard: 'stock_most',
    sabotage: 'alter table wms.stock drop constraint stock_most',
    proof: 'no row holds more than a warehouse could',
  },
  {
    guard: 'flow_once',
    sabotage: 'alter table wms.stock_flows drop constraint flow_once',
    proof: 'one fact of one document is booked once',
  },
  {
    guard: 'flow_moves_what_it_says',
    sabotage: 'alter table wms.stock_flows drop constraint flow_moves_what_it_says',
    proof: 'goods move as their flow says and no other way',
  },
  {
    guard: 'a posting counts its lines',
    sabotage: inPosting('if n <> cardinality(lines) then', 'if false then'),
    proof: 'goods of a batch that never was there cannot leave',
  },
  {
    guard: 'a posting looks at the quality of the place',
    sabotage: inBody('post_stock', ['or z.quality <> x.quality', ''], ['or h.quality <> x.quality', '']),
    proof: 'goods lie where their quality belongs',
  },
  {
    guard: 'a posting looks whether the place is open',
    sabotage: inBody('post_stock', ['or not l.is_enabled', ''], ['or not h.is_enabled', '']),
    proof: 'nothing comes to a place that is closed',
  },
  {
    guard: 'keep_stocked_location',
    sabotage: 'drop trigger keep_stocked_location on wms.locations',
    proof: 'a place where goods lie stays open and stays what it is',
  },
  {
    guard: 'keep_stocked_location, of the purpose',
    sabotage: inBody('keep_stocked_location', ['or new.purpose <> old.purpose', '']),
    proof: 'a place where goods lie stays open and stays what it is',
  },
  {
    guard: 'stock_mixed, of customers',
    sabotage: inPosting('(not l.mix_customer and lying.customers > 1)', 'false'),
    proof: 'goods of two customers share no bin that forbids it',
  },
  {
    guard: 'stock_mixed, of products',
    sabotage: inPosting('(not l.mix_sku and lying.products > 1)', 'false'),
    proof: 'two products share no bin that forbids it',
  },
  {
    guard: 'stock_mixed, of batches',
    sabotage: inPosting('(not l.mix_batch and lying.batches > lying.products)', 'false'),
    proof: 'two batches of a product share no bin that forbids it',
  },
  {
    guard: 'a posting holds a place where goods must not be mixed',
    sabotage: inPosting('order by l.id for no key update', 'order by l.id'),
    proof: 'of two who bring what must not lie together at one moment the second is refused',
  },
  {
    guard: 'a posting holds the place open',
    sabotage: inPosting('order by l.id for share of l', 'order by l.id'),
    proof: 'a bin is not closed while goods are on their way to it',
  },
  {
    guard: 'a posting looks whether a row is stopped',
    sabotage: inPosting('and s.blocked_because is null', ''),
    proof: 'a row that the books have stopped stands still',
  },
  {
    guard: 'a posting looks at a row as it is by now',
    sabotage: inPosting('and s.blocked_because is null', ''),
    proof: 'who waits for a row sees that it was stopped meanwhile',
  },
  {
    guard: 'lock order of rows in a posting',
    sabotage: inPosting('order by s.id for no key update of s', 'order by s.id desc for no key update of s'),
    proof: 'rows are taken in the order of their ids, whatever order the lines have',
  },
  {
    guard: 'lock order of places in a posting',
    sabotage: inPosting('order by l.id for no key update', 'order by l.id desc for no key update'),
    proof: 'places are taken in the order of their ids, whatever order the lines have',
  },
  {
    guard: 'lock order of places and rows',
    sabotage: inPosting(
      nothingToDo,
      `${nothingToDo} perform 1 from stock s where s.tenant_id = t for no key update;`,
    ),
    proof: 'places are taken before the rows that lie in them',
  },
  {
    guard: 'who promises holds the pieces',
    sabotage: inBody('lock_stock', ['order by s.id for no key update', 'order by s.id']),
    proof: 'of two who want the last pieces the second is told what is missing',
  },
  {
    guard: 'lock order of a product’s rows',
    sabotage: inBody('lock_stock', [
      'order by s.id for no key update',
      'order by s.id desc for no key update',
    ]),
    proof: 'all pieces of a product are taken in the order of their ids',
  },
  {
    guard: 'who counts holds the places',
    sabotage: inBody('lock_stock', ['l.id = any (places)', 'false']),
    proof: 'who shares out a count holds its places before its goods',
  },
  {
    guard: 'check_step of allocations',
    sabotage: 'drop trigger check_step on wms.allocations',
    proof: 'a promise is neither rewritten nor given again once it is taken back',
  },
  {
    guard: 'keep_columns of allocations',
    sabotage: 'drop trigger keep_columns on wms.allocations',
    proof: 'a promise is neither rewritten nor given again once it is taken back',
  },
  {
    guard: 'the steps of a promise',
    sabotage: `insert into wms.state_steps values ('allocation', 'released', 'open')`,
    proof: 'a promise is neither rewritten nor given again once it is taken back',
  },
  {
    guard: 'allocations_quantity_check',
    sabotage: 'alter table wms.allocations drop constraint allocations_quantity_check',
    proof: 'a promise is of at least one piece',
  },
  {
    guard: 'who takes a promise back holds it',
    sabotage: (text) => text.replace('order by a.id for no key update', 'order by a.id'),
    proof: 'a promise is taken back once, whoever does it',
  },
  ...[
    'update on wms.stock',
    'insert on wms.stock',
    'update on wms.stock_flows',
    'insert on wms.stock_flows',
    'delete on wms.stock_flows',
    'truncate on wms.stock_flows',
    'update on wms.batches',
    'update on wms.receipt_lines',
    'delete on wms.receipts',
    'update on wms.putaway_lines',
    'update on wms.stock_documents',
  ].map(
    (right): Guard => ({
      guard: `${server}: ${right}`,
      sabotage: `grant ${right} to tally_app`,
      proof: 'stock, flows and what documents say change by no other way than a posting',
    }),
  ),
  ...[
    'alter table wms.stock disable row level security',
    'alter table wms.stock no force row level security',
    'alter table wms.stock_flows disable row level security',
    'create policy loose on wms.allocations using (true)',
    'create policy loose on wms.receipt_lines using (true)',
  ].map(
    (sabotage): Guard => ({
      guard: `${isolated}: ${sabotage}`,
      sabotage,
      proof: 'a company sees nothing of another’s goods',
    }),
  ),
  {
    guard: 'check_step of inbound orders',
    sabotage: 'drop trigger check_step on wms.inbounds',
    proof: 'an inbound order takes no step that its machine does not know',
  },
  {
    guard: 'inbound_says_when',
    sabotage: 'alter table wms.inbounds drop constraint inbound_says_when',
    proof: 'an arrival says when and by whom',
  },
  {
    guard: 'cancelled_by_somebody',
    sabotage: 'alter table wms.receipts drop constraint cancelled_by_somebody',
    proof: 'a receipt that is taken back says by whom',
  },
  {
    guard: 'inbound_lines_good_check',
    sabotage: 'alter table wms.inbound_lines drop constraint inbound_lines_good_check',
    proof: 'no fewer than none were received',
  },
  ...[
    ['receipts', 'receipt_no_taken'],
    ['stock_documents', 'stock_document_no_taken'],
    ['stock_counts', 'count_no_taken'],
    ['inbounds', 'inbound_no_taken'],
  ].map(
    ([table, constraint]): Guard => ({
      guard: `${constraint}`,
      sabotage: `alter table wms.${table} drop constraint ${constraint}`,
      proof: 'no number is given twice',
    }),
  ),
  {
    guard: 'change_has_reason',
    sabotage: 'alter table wms.stock_documents drop constraint change_has_reason',
    proof: 'a change of the stock has its reason',
  },
  {
    guard: 'billable_once',
    sabotage: 'drop index wms.billable_once',
    proof: 'a document is charged once, and what is to be charged is not rewritten',
  },
  {
    guard: 'keep_columns of billable events',
    sabotage: 'drop trigger keep_columns on wms.billable_events',
    proof: 'a document is charged once, and what is to be charged is not rewritten',
  },
  {
    guard: 'who receives holds the inbound order',
    sabotage: (text) => (text.includes('from "inbounds"') ? text.replace(' for no key update', '') : text),
    proof: 'of two receipts at once the second knows what the first has brought',
  },
  {
    guard: 'who approves holds the count',
    sabotage: (text) => (text.includes('from "stock_counts"') ? text.replace(' for update', '') : text),
    proof: 'a count is booked once, whoever approves it',
  },
]
