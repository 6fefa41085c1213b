import type { Files } from '../../platform/files/server/files.ts'
import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { fill } from '../../platform/text/text.ts'
import { billColumns } from '../bills/columns.ts'
import * as bills from '../bills/contract.ts'
import { billChecks } from '../bills/server/checks.ts'
import { createBillsTask, refreshBills } from '../bills/server/create.ts'
import { listBills } from '../bills/server/find.ts'
import { printBills } from '../bills/server/print.ts'
import { billRoutes } from '../bills/server/routes.ts'
import { deleteBills, issueBills, voidBills } from '../bills/server/steps.ts'
import { billStates } from '../bills/states.ts'
import { billText } from '../bills/text.ts'
import { customerPriceColumns, missingPriceColumns } from '../customer-prices/columns.ts'
import * as customerPrices from '../customer-prices/contract.ts'
import {
  customerPriceRoutes,
  deletePrices,
  endPrices,
  listCustomerPrices,
  listMissingPrices,
} from '../customer-prices/server/customer-prices.ts'
import { customerPriceText } from '../customer-prices/text.ts'
import { feeTypeColumns } from '../fee-types/columns.ts'
import * as feeTypes from '../fee-types/contract.ts'
import { feeTypeRoutes, listFeeTypes, switchFeeTypes } from '../fee-types/server/fee-types.ts'
import { feeTypeText } from '../fee-types/text.ts'
import { feeColumns, feeRequestColumns, openEventColumns } from '../fees/columns.ts'
import * as fees from '../fees/contract.ts'
import { feeChecks } from '../fees/server/checks.ts'
import { settleFees, voidFees } from '../fees/server/fees.ts'
import { listFees } from '../fees/server/find-fees.ts'
import { feesFromSheet } from '../fees/server/import-fees.ts'
import { feeJobs, feeNightly } from '../fees/server/jobs.ts'
import { approveFeeRequests, feeRequestPage, refuseFeeRequests } from '../fees/server/requests.ts'
import { rerateFees } from '../fees/server/rerate.ts'
import { feeRoutes } from '../fees/server/routes.ts'
import { feeWork, listOpenEvents, priceOpenEvents, waiveEvents } from '../fees/server/worklist.ts'
import { feeText } from '../fees/text.ts'
import { balanceFlowColumns, collectionColumns } from '../money/columns.ts'
import * as money from '../money/contract.ts'
import { moneyChecks } from '../money/server/checks.ts'
import { confirmCollections, deleteCollections } from '../money/server/collections.ts'
import { collectionPage } from '../money/server/find-collections.ts'
import { balanceFlowPage } from '../money/server/flows.ts'
import { collectionsFromSheet } from '../money/server/import-collections.ts'
import { moneyRoutes } from '../money/server/routes.ts'
import { collectionStates, holdStates } from '../money/states.ts'
import { moneyText } from '../money/text.ts'
import { quoteColumns } from '../quotes/columns.ts'
import * as quotes from '../quotes/contract.ts'
import { listQuotes, switchQuotes } from '../quotes/server/quotes.ts'
import { quoteRoutes } from '../quotes/server/routes.ts'
import { quoteText } from '../quotes/text.ts'
import { nightColumns } from '../rent/columns.ts'
import * as rent from '../rent/contract.ts'
import { rentChecks } from '../rent/server/checks.ts'
import { chargeRent } from '../rent/server/nights.ts'
import { listNights, rentRoutes } from '../rent/server/rent-lists.ts'
import { snapshotStates } from '../rent/states.ts'
import { billableStates, feeRequestStates, feeStates } from '../states.ts'
import { whatIfRoutes } from '../what-if/server/routes.ts'
import { whatIfTask } from '../what-if/server/what-if.ts'

/** Exporting customers' money needs a permission of its own. */
const permission = 'query:money:export'

export const billingSlice: ServerSlice<{ files: Files }> = {
  routes: (server, { files }) => {
    quoteRoutes(server)
    customerPriceRoutes(server)
    feeTypeRoutes(server)
    moneyRoutes(server, files)
    billRoutes(server)
    whatIfRoutes(server)
    rentRoutes(server)
    feeRoutes(server, files)
  },
  lists: {
    quotes: listSource({
      call: quotes.listQuotes,
      columns: quoteColumns,
      rows: listQuotes,
      acts: [bulkAct(quotes.switchQuotes, switchQuotes)],
    }),
    customer_prices: listSource({
      call: customerPrices.listCustomerPrices,
      columns: customerPriceColumns,
      rows: listCustomerPrices,
      acts: [
        bulkAct(customerPrices.endPrices, endPrices),
        bulkAct(customerPrices.deletePrices, deletePrices),
      ],
    }),
    missing_prices: listSource({
      call: customerPrices.listMissingPrices,
      columns: missingPriceColumns,
      rows: listMissingPrices,
    }),
    fee_types: listSource({
      call: feeTypes.listFeeTypes,
      columns: feeTypeColumns,
      rows: listFeeTypes,
      acts: [bulkAct(feeTypes.switchFeeTypes, switchFeeTypes)],
    }),
    collections: listSource({
      call: money.listCollections,
      columns: collectionColumns,
      rows: collectionPage(),
      permission,
      acts: [
        bulkAct(money.confirmCollections, confirmCollections),
        bulkAct(money.deleteCollections, deleteCollections),
      ],
    }),
    bills: listSource({
      call: bills.listBills,
      columns: billColumns,
      rows: listBills,
      permission,
      acts: [
        bulkAct(bills.refreshBills, refreshBills),
        bulkAct(bills.issueBills, issueBills),
        bulkAct(bills.voidBills, voidBills),
        bulkAct(bills.deleteBills, deleteBills),
      ],
    }),
    fees: listSource({
      call: fees.listFees,
      columns: feeColumns,
      rows: listFees,
      permission,
      acts: [
        bulkAct(fees.voidFees, voidFees),
        bulkAct(fees.settleFees, settleFees),
        bulkAct(fees.rerateFees, rerateFees),
      ],
    }),
    open_events: listSource({
      call: fees.listOpenEvents,
      columns: openEventColumns,
      rows: listOpenEvents,
      acts: [bulkAct(fees.priceOpenEvents, priceOpenEvents), bulkAct(fees.waiveEvents, waiveEvents)],
    }),
    fee_requests: listSource({
      call: fees.listFeeRequests,
      columns: feeRequestColumns,
      rows: feeRequestPage(),
      permission,
      acts: [
        bulkAct(fees.approveFeeRequests, approveFeeRequests),
        bulkAct(fees.refuseFeeRequests, refuseFeeRequests),
      ],
    }),
    balance_flows: listSource({
      call: money.listBalanceFlows,
      columns: balanceFlowColumns,
      rows: balanceFlowPage,
      permission,
    }),
    rent_nights: listSource({ call: rent.listNights, columns: nightColumns, rows: listNights, permission }),
  },
  tasks: (files) => ({ create_bills: createBillsTask, print_bills: printBills(files), what_if: whatIfTask }),
  imports: { collections: collectionsFromSheet, fees: feesFromSheet },
  jobs: feeJobs,
  nightly: { ...feeNightly, charge_rent: { at: '*/5 * * * *', ofCompany: chargeRent } },
  work: feeWork,
  machines: [
    billableStates,
    feeStates,
    feeRequestStates,
    holdStates,
    collectionStates,
    snapshotStates,
    billStates,
  ],
  checks: [...moneyChecks, ...feeChecks, ...rentChecks, ...billChecks],
  constraints: {
    quote_code_taken: { text: quoteText.codeTaken, path: 'quoteCode' },
    quote_kept: { text: quoteText.kept },
    quote_default_once: { text: quoteText.defaultTaken, path: 'isDefault' },
    version_ends_after_start: { text: quoteText.endAfterStart, path: 'inactiveAt' },
    versions_overlap: { text: quoteText.overlap, path: 'effectiveFrom' },
    version_kept: { text: quoteText.versionKept },
    order_not_by_box: { text: quoteText.orderByBox, path: 'content' },
    price_ends_after_start: { text: customerPriceText.endAfterStart, path: 'inactiveAt' },
    prices_overlap: { text: customerPriceText.overlap, path: 'effectiveFrom' },
    fee_code_taken: { text: feeTypeText.codeTaken, path: 'feeCode' },
    fee_type_kept: { text: feeTypeText.kept },
    billed_once: { text: feeText.billedOnce },
    fee_kept: { text: feeText.kept },
    fee_request_kept: { text: feeText.kept },
    answered_by_another: { text: feeText.ownAnswer },
    account_blocked: { text: (customer) => fill(moneyText.accountBlocked, { customer }) },
    collection_kept: { text: moneyText.kept },
    bill_kept: { text: billText.kept },
    statements_overlap: { text: billText.overlap },
  },
}
