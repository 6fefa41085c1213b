import type { documentProofs } from './document-proofs.ts'
import type { Rewrite } from './interleave.ts'
import type { stockProofs } from './stock-proofs.ts'

type Proof = keyof typeof stockProofs | keyof typeof documentProofs

/** A guard of the ledgers, how it is removed, and the proof that must fail. */
type Guard = { guard: string; sabotage: string | Rewrite; proof: Proof }

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
    proof: 'no more is released than was allocated',
  },
  {
    guard: 'stock_within_on_hand',
    sabotage: 'alter table wms.stock drop constraint stock_within_on_hand',
    proof: 'allocated or frozen pieces are neither taken nor frozen again',
  },
  {
    guard: 'stock_most',
    sabotage: 'alter table wms.stock drop constraint stock_most',
    proof: 'no stock row exceeds the maximum quantity',
  },
  {
    guard: 'flow_once',
    sabotage: 'alter table wms.stock_flows drop constraint flow_once',
    proof: 'one fact of one document is posted once',
  },
  {
    guard: 'flow_moves_what_it_says',
    sabotage: 'alter table wms.stock_flows drop constraint flow_moves_what_it_says',
    proof: 'a flow type allows only its own movement',
  },
  {
    guard: 'a posting counts its lines',
    sabotage: inPosting('if n <> cardinality(lines) then', 'if false then'),
    proof: 'goods of a batch without stock cannot leave',
  },
  {
    guard: 'a posting checks the quality of the location',
    sabotage: inBody('post_stock', ['or z.quality <> x.quality', ''], ['or h.quality <> x.quality', '']),
    proof: 'goods are in a zone of their quality',
  },
  {
    guard: 'a posting checks that the location is enabled',
    sabotage: inBody('post_stock', ['or not l.is_enabled', ''], ['or not h.is_enabled', '']),
    proof: 'nothing is posted to a disabled bin',
  },
  {
    guard: 'keep_stocked_location',
    sabotage: 'drop trigger keep_stocked_location on wms.locations',
    proof: 'a bin with stock stays enabled and keeps its purpose',
  },
  {
    guard: 'keep_stocked_location, of the purpose',
    sabotage: inBody('keep_stocked_location', ['or new.purpose <> old.purpose', '']),
    proof: 'a bin with stock stays enabled and keeps its purpose',
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
    guard: 'a posting locks a location where goods must not be mixed',
    sabotage: inPosting('order by l.id for no key update', 'order by l.id'),
    proof: 'of two concurrent postings of goods that must not be mixed the second is refused',
  },
  {
    guard: 'a posting locks the location',
    sabotage: inPosting('order by l.id for share of l', 'order by l.id'),
    proof: 'a bin is not disabled while a posting to it is in progress',
  },
  {
    guard: 'a posting checks whether a row is blocked',
    sabotage: inPosting('where l.blocked_because is null', ''),
    proof: 'a blocked row cannot be changed',
  },
  {
    guard: 'a posting reads the current version of a row',
    sabotage: inPosting('where l.blocked_because is null', ''),
    proof: 'a waiting posting sees that the row was blocked meanwhile',
  },
  {
    guard: 'lock order of rows in a posting',
    sabotage: inPosting('order by s.id for no key update of s', 'order by s.id desc for no key update of s'),
    proof: 'rows are locked in id order, whatever order the lines have',
  },
  {
    guard: 'lock order of locations in a posting',
    sabotage: inPosting('order by l.id for no key update', 'order by l.id desc for no key update'),
    proof: 'locations are locked in id order, whatever order the lines have',
  },
  {
    guard: 'lock order of locations and rows',
    sabotage: inPosting(
      nothingToDo,
      `${nothingToDo} perform 1 from stock s where s.tenant_id = t for no key update;`,
    ),
    proof: 'locations are locked before their stock rows',
  },
  {
    guard: 'an allocation locks the stock',
    sabotage: inBody('locked_stock', [' for no key update;', ';'], [' for no key update skip locked', '']),
    proof: 'of two callers for the last pieces the second is told what is missing',
  },
  {
    guard: 'lock order of a product’s rows',
    sabotage: inBody('locked_stock', [
      'order by s.id for no key update',
      'order by s.id desc for no key update',
    ]),
    proof: 'all stock of a product is locked in id order',
  },
  {
    guard: 'approving a count locks the locations',
    sabotage: inBody('lock_stock', ['l.id = any (places)', 'false']),
    proof: 'approving a count locks its locations before its stock',
  },
  {
    guard: 'check_step of allocations',
    sabotage: 'drop trigger check_step on wms.allocations',
    proof: 'an allocation is neither changed nor restored once it is released',
  },
  {
    guard: 'keep_columns of allocations',
    sabotage: 'drop trigger keep_columns on wms.allocations',
    proof: 'an allocation is neither changed nor restored once it is released',
  },
  {
    guard: 'the transitions of an allocation',
    sabotage: `insert into wms.state_steps values ('allocation', 'released', 'open')`,
    proof: 'an allocation is neither changed nor restored once it is released',
  },
  {
    guard: 'allocations_quantity_check',
    sabotage: 'alter table wms.allocations drop constraint allocations_quantity_check',
    proof: 'an allocation has at least one piece',
  },
  {
    guard: 'releasing an allocation locks it',
    sabotage: (text) => text.replace('order by a.id for no key update', 'order by a.id'),
    proof: 'an allocation is released once, by concurrent callers too',
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
      proof: 'stock, flows and document quantities change only by a posting',
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
    proof: 'an inbound order makes no transition outside its state machine',
  },
  {
    guard: 'inbound_says_when',
    sabotage: 'alter table wms.inbounds drop constraint inbound_says_when',
    proof: 'an arrival has its time and user',
  },
  {
    guard: 'cancelled_by_somebody',
    sabotage: 'alter table wms.receipts drop constraint cancelled_by_somebody',
    proof: 'an undone receipt has its user',
  },
  {
    guard: 'inbound_lines_good_check',
    sabotage: 'alter table wms.inbound_lines drop constraint inbound_lines_good_check',
    proof: 'no received quantity is negative',
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
      proof: 'no number is issued twice',
    }),
  ),
  {
    guard: 'change_has_reason',
    sabotage: 'alter table wms.stock_documents drop constraint change_has_reason',
    proof: 'a stock change has its reason',
  },
  {
    guard: 'billable_once',
    sabotage: 'drop index wms.billable_once',
    proof: 'a document is charged once, and its billing facts are not changed',
  },
  {
    guard: 'keep_columns of billable events',
    sabotage: 'drop trigger keep_columns on wms.billable_events',
    proof: 'a document is charged once, and its billing facts are not changed',
  },
  {
    guard: 'keep_facts of billable events',
    sabotage: 'drop trigger keep_facts on wms.billable_events',
    proof: 'a document is charged once, and its billing facts are not changed',
  },
  {
    guard: 'receiving locks the inbound order',
    sabotage: (text) => (text.includes('from "inbounds"') ? text.replace(' for no key update', '') : text),
    proof: 'of two concurrent receipts the second sees what the first received',
  },
  {
    // Either of the two is enough.
    guard: 'approving locks the count and refuses what was corrected since',
    sabotage: (text) =>
      text.includes('from "stock_counts"')
        ? text.replace(' for update', '')
        : text.replace('and f.seq > coalesce((i.seqs_then', 'and false and f.seq > coalesce((i.seqs_then'),
    proof: 'a count is posted once, by concurrent approvers too',
  },
]
