import type { Server } from '../../platform/calls/server/serve.ts'
import {
  createCustomer,
  customer,
  customersAtWork,
  editCustomer,
  listCustomers,
  listGroups,
  openCustomerLogin,
  resetCustomerPassword,
  salesReps,
  saveGroup,
  setTerms,
  switchCustomers,
} from '../contract.ts'
import * as customers from './customers.ts'
import * as groups from './groups.ts'

export function customerRoutes({ answer, database }: Server) {
  answer(listCustomers, customers.customerPage)
  answer(customer, customers.oneCustomer)
  answer(createCustomer, customers.create)
  answer(editCustomer, customers.edit)
  answer(setTerms, customers.terms)
  answer(switchCustomers, customers.switchOn)
  answer(customersAtWork, customers.atWork)
  answer(openCustomerLogin, (tx, who, input) => customers.openLogin(database, tx, who, input))
  answer(resetCustomerPassword, customers.resetPassword)
  answer(listGroups, groups.groups)
  answer(saveGroup, groups.save)
  answer(salesReps, groups.reps)
}
