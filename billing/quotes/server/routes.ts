import type { Server } from '../../../platform/calls/server/serve.ts'
import * as calls from '../contract.ts'
import { createQuote, editQuote, listQuotes, oneQuote, switchQuotes } from './quotes.ts'
import { createSampleQuotes } from './sample-quotes.ts'
import { tryPackage } from './try-package.ts'
import {
  copyVersion,
  createVersion,
  deleteVersion,
  editVersion,
  endVersion,
  oneVersion,
  publishVersion,
  setFuelRates,
  withdrawVersion,
} from './versions.ts'

export function quoteRoutes({ answer }: Server) {
  answer(calls.listQuotes, listQuotes)
  answer(calls.getQuote, oneQuote)
  answer(calls.createQuote, createQuote)
  answer(calls.createSampleQuotes, createSampleQuotes)
  answer(calls.editQuote, editQuote)
  answer(calls.switchQuotes, switchQuotes)
  answer(calls.getVersion, oneVersion)
  answer(calls.createVersion, createVersion)
  answer(calls.editVersion, editVersion)
  answer(calls.copyVersion, copyVersion)
  answer(calls.publishVersion, publishVersion)
  answer(calls.withdrawVersion, withdrawVersion)
  answer(calls.endVersion, endVersion)
  answer(calls.deleteVersion, deleteVersion)
  answer(calls.setFuelRates, setFuelRates)
  answer(calls.tryPackage, tryPackage)
}
