import { bulkResultsBy } from '../../platform/lists/server/bulk-result.ts'
import { ordersText } from '../text.ts'

export const orderResults = bulkResultsBy('orderNo', ordersText.notFound)
