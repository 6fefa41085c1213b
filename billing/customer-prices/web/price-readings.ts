import { getCustomer, listCustomers } from '../../../customers/contract.ts'
import { listCustomerPrices, listMissingPrices, pricesInForce } from '../contract.ts'

/** What a change of customers' prices makes the page read again. */
export const priceReadings = [
  listCustomerPrices,
  listMissingPrices,
  pricesInForce,
  listCustomers,
  getCustomer,
]
