import type { Server } from '../../platform/calls/server/serve.ts'
import { hashGiven } from '../../staff/server/passwords.ts'
import * as calls from '../contract.ts'
import * as customers from './customers.ts'
import * as find from './find.ts'
import * as groups from './groups.ts'
import * as logins from './logins.ts'

export function customerRoutes({ answer, answerPrepared, database }: Server) {
  answer(calls.listCustomers, find.listCustomers)
  answer(calls.getCustomer, find.getCustomer)
  answer(calls.createCustomer, customers.createCustomer)
  answer(calls.editCustomer, customers.editCustomer)
  answer(calls.setTerms, customers.setTerms)
  answer(calls.switchCustomers, customers.switchCustomers)
  answer(calls.customersAtWork, find.customersAtWork)
  answerPrepared(calls.openCustomerLogin, hashGiven, (tx, who, input, hash) =>
    logins.openLogin(database, tx, who, input, hash),
  )
  answerPrepared(calls.resetCustomerPassword, hashGiven, logins.resetCustomerPassword)
  answerPrepared(calls.resetCustomerPasswords, logins.hashResets, logins.resetCustomerPasswords)
  answer(calls.listGroups, groups.listGroups)
  answer(calls.saveGroup, groups.saveGroup)
  answer(calls.salesReps, groups.salesReps)
}
