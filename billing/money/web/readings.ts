import { getCustomer, listCustomers } from '../../../customers/contract.ts'
import { countBills, getBill, listBills, openBills } from '../../bills/contract.ts'
import {
  countCollections,
  getCollection,
  listBalanceFlows,
  listCollections,
  previewCollections,
  sumBalanceDays,
  sumBalanceFlows,
} from '../contract.ts'

/** What a change of a collection makes out of date. */
export const readings = [
  listCollections,
  countCollections,
  getCollection,
  previewCollections,
  listBalanceFlows,
  sumBalanceFlows,
  sumBalanceDays,
  listCustomers,
  getCustomer,
  listBills,
  countBills,
  getBill,
  openBills,
]
