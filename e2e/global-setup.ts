import { endOrderHistory } from '../testing/order-history.ts'

/** The servers run already. Journeys read lists of the demo that nothing adds to meanwhile. */
// biome-ignore lint/style/noDefaultExport: playwright asks for it
export default () => endOrderHistory(process.env.E2E_DATA_DIR ?? '')
