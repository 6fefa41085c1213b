import { getCustomer, listCustomers } from '../../../customers/contract.ts'
import { listBalanceFlows, sumBalanceDays, sumBalanceFlows } from '../../money/contract.ts'
import { getFee, listFeeRequests, listFees, listOpenEvents, sumFees } from '../contract.ts'

/** What a change of fees makes out of date. */
export const readings = [
  listFees,
  sumFees,
  getFee,
  listOpenEvents,
  listFeeRequests,
  listBalanceFlows,
  sumBalanceFlows,
  sumBalanceDays,
  listCustomers,
  getCustomer,
]
