type Named = { name: string }
type Product = { id: number; customerCode: string; sku: string }

/** `SKU.jpg` or `SKU_2.png`, where customers share a SKU also `CODE.SKU.jpg`. */
function readName(name: string): { whose: string; place: number } {
  const bare = name
    .normalize('NFKC')
    .replace(/\.[A-Za-z0-9]+$/, '')
    .trim()
    .toLowerCase()
  const [, whose = bare, place = '1'] = /^(.+?)(?:_(\d{1,2}))?$/.exec(bare) ?? []
  return { whose, place: Number(place) }
}

/** The product of each picture, in the order of their numbers; and those of none, or of more than one. */
export function matchPictures<F extends Named, P extends Product>(
  pictures: readonly F[],
  products: readonly P[],
) {
  const bySku = Map.groupBy(products, ({ sku }) => sku.toLowerCase())
  const byCode = new Map(
    products.map((product) => [`${product.customerCode}.${product.sku}`.toLowerCase(), product]),
  )
  const read = pictures.map((picture) => {
    const { whose, place } = readName(picture.name)
    const own = byCode.get(whose)
    return { picture, place, owners: own ? [own] : (bySku.get(whose) ?? []) }
  })
  return {
    matched: read
      .flatMap(({ picture, place, owners }) =>
        owners.length === 1 && owners[0] ? [{ picture, place, product: owners[0] }] : [],
      )
      .sort(
        (a, b) =>
          a.product.id - b.product.id || a.place - b.place || (a.picture.name < b.picture.name ? -1 : 1),
      ),
    unmatched: read
      .filter(({ owners }) => owners.length !== 1)
      .map(({ picture, owners }) => ({
        picture,
        why: owners.length === 0 ? ('nobody' as const) : ('several' as const),
      })),
  }
}
