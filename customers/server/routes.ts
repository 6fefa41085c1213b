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
import * as find from './find.ts'
import * as groups from './groups.ts'
import * as logins from './logins.ts'

export function customerRoutes({ answer, answerPrepared, database }: Server) {
  answer(listCustomers, find.listCustomers)
  answer(getCustomer, find.getCustomer)
  answer(createCustomer, customers.createCustomer)
  answer(editCustomer, customers.editCustomer)
  answer(setTerms, customers.setTerms)
  answer(switchCustomers, customers.switchCustomers)
  answer(customersAtWork, find.customersAtWork)
  answerPrepared(openCustomerLogin, hashGiven, (tx, who, input, hash) =>
    logins.openLogin(database, tx, who, input, hash),
  )
  answerPrepared(resetCustomerPassword, hashGiven, logins.resetCustomerPassword)
  answerPrepared(resetCustomerPasswords, logins.hashResets, logins.resetCustomerPasswords)
  answer(listGroups, groups.listGroups)
  answer(saveGroup, groups.saveGroup)
  answer(salesReps, groups.salesReps)
}
