import type { Server } from '../../platform/calls/server/serve.ts'
import {
  createCustomer,
  customersAtWork,
  editCustomer,
  getCustomer,
  listCustomers,
  listGroups,
  openCustomerLogin,
  resetCustomerPassword,
  resetCustomerPasswords,
  salesReps,
  saveGroup,
  setTerms,
  switchCustomers,
} from '../contract.ts'
import * as customers from './customers.ts'
import * as groups from './groups.ts'

export function customerRoutes({ answer, answerPrepared, database }: Server) {
  answer(listCustomers, customers.listCustomers)
  answer(getCustomer, customers.getCustomer)
  answer(createCustomer, customers.createCustomer)
  answer(editCustomer, customers.editCustomer)
  answer(setTerms, customers.setTerms)
  answer(switchCustomers, customers.switchCustomers)
  answer(customersAtWork, customers.customersAtWork)
  answer(openCustomerLogin, (tx, who, input) => customers.openLogin(database, tx, who, input))
  answer(resetCustomerPassword, customers.resetCustomerPassword)
  answerPrepared(resetCustomerPasswords, customers.hashResets, customers.resetCustomerPasswords)
  answer(listGroups, groups.listGroups)
  answer(saveGroup, groups.saveGroup)
  answer(salesReps, groups.salesReps)
}
