import { listCustomerPrices, listMissingPrices } from '../contract.ts'

/** What a change of customers' prices makes the page read again. */
export const priceReadings = [listCustomerPrices, listMissingPrices]
