import { orderDocuments } from '../../documents/contract.ts'
import { getBatch, listBatches, listOutbound } from '../contract.ts'

/** What shows packages to ship and batches, and is read again after shipping. */
export const outboundReadings = [listOutbound, listBatches, getBatch, orderDocuments]
