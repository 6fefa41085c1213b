/** On a button of the order list, which loads before the other texts of picking. */
export const createPickingListText = { zh_CN: '生成拣货单', en_US: 'Create picking lists' }
