/** The pages that are shown as views of the order list. Apart from the texts of orders, which the shell need not load. */
export const orderViews = { of: '/order/list', first: { zh_CN: '全部订单', en_US: 'All orders' } }
