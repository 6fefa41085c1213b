/** The pages that are shown as views of the quotes. Apart from the texts of billing, which the shell need not load. */
export const quoteViews = { of: '/setting/quote', first: { zh_CN: '全部报价', en_US: 'All quotes' } }
