import type { Server } from '../../platform/calls/server/serve.ts'
import { hashGiven } from '../../staff/server/passwords.ts'
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
  answerPrepared(openCustomerLogin, hashGiven, (tx, who, input, hash) =>
    customers.openLogin(database, tx, who, input, hash),
  )
  answerPrepared(resetCustomerPassword, hashGiven, customers.resetCustomerPassword)
  answerPrepared(resetCustomerPasswords, customers.hashResets, customers.resetCustomerPasswords)
  answer(listGroups, groups.listGroups)
  answer(saveGroup, groups.saveGroup)
  answer(salesReps, groups.salesReps)
}
