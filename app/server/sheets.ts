import { customerColumns } from '../../customers/columns.ts'
import { listCustomers } from '../../customers/contract.ts'
import { customerPage } from '../../customers/server/customers.ts'
import { customersFromSheet } from '../../customers/server/import-customers.ts'
import { listSource } from '../../lib/server/exports.ts'
import type { ImportKinds } from '../../lib/server/imports.ts'

/** Every list that can be taken away as a file. */
export const listSources = {
  customers: listSource({ call: listCustomers, columns: customerColumns, rows: customerPage }),
}

/** Everything that can be read in from a sheet. */
export const importKinds: ImportKinds = {
  customers: customersFromSheet,
}
