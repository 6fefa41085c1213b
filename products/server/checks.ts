import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../platform/book-checks/server/book-parts.ts'

const WORDS_AT_A_TIME = 20_000

/** Search terms that belong to no product of the company, in chunks by key order. */
const strayWords: BookCheck['hits'] = async (db, tenantId) => {
  const hits: Hit[] = []
  for (let after = ['', '0']; ; ) {
    const { rows } = await sql<{ word: string; productId: string; isStray: boolean }>`
      select w.word, w.product_id::text as product_id, p.id is null as is_stray
      from (select * from product_words where tenant_id = ${tenantId} and (word, product_id) > (${after[0]}, ${after[1]}::bigint)
        order by word, product_id limit ${WORDS_AT_A_TIME}) w
      left join products p on p.tenant_id = w.tenant_id and p.id = w.product_id
      order by w.word, w.product_id`.execute(db)
    hits.push(...rows.filter(({ isStray }) => isStray).map(({ word }) => ({ what: word })))
    const last = rows.at(-1)
    if (!last || rows.length < WORDS_AT_A_TIME) return hits
    after = [last.word, last.productId]
  }
}

export const productChecks: BookCheck[] = [
  {
    code: 'products',
    title: {
      zh_CN: '每个产品都有系统条码，搜索词都属于产品',
      en_US: 'Every product has its system barcode, and every search term belongs to a product',
    },
    hits: together(
      inParts(
        'products',
        (among) => sql<Hit>`
          select p.sku as what from products p where ${among('p.tenant_id', 'p.id')} and not exists (
            select 1 from product_barcodes b where b.tenant_id = p.tenant_id and b.product_id = p.id and b.type = 'system')`,
      ),
      strayWords,
    ),
  },
]
