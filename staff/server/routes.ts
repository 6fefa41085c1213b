import type { Server } from '../../platform/calls/server/serve.ts'
import { auditEntry, listAudit } from '../audit/contract.ts'
import { auditPage, entry } from '../audit/server/audit-list.ts'
import * as calls from '../contract.ts'
import { myFriends } from '../friends-contract.ts'
import * as loginCalls from '../login/contract.ts'
import * as visitors from '../login/server/login.ts'
import { logIn, logOut, ownUserInfo, signOn } from '../login/server/sessions.ts'
import * as roles from '../roles/server/roles.ts'
import { friends } from './friends.ts'
import { changeOwnPassword, endOwnSessions, ownSessions, profile, saveProfile } from './my-profile.ts'
import * as openings from './openings.ts'
import { hashGiven } from './passwords.ts'
import * as staff from './staff.ts'

export function staffRoutes(
  { answer, answerPrepared, answerVisitor, database }: Server,
  post: visitors.Post,
) {
  answerVisitor(loginCalls.login, logIn(database, post.signer))
  answerVisitor(loginCalls.singleSignOn, signOn(database, post.signer))
  answerVisitor(loginCalls.sendRegisterCode, visitors.sendForRegistration(post))
  answerVisitor(loginCalls.checkUrlName, visitors.urlName)
  answerVisitor(loginCalls.register, visitors.registerCompany(database, post))
  answerVisitor(loginCalls.sendResetCode, visitors.sendForReset(post))
  answerVisitor(loginCalls.resetPassword, visitors.setForgotten(post))
  answerVisitor(loginCalls.welcomeFacts, visitors.welcome(post))
  answerVisitor(loginCalls.acceptWelcome, visitors.acceptInvitation(database, post))

  answer(loginCalls.logout, logOut)
  answer(loginCalls.getUserInfo, ownUserInfo)
  answer(calls.changePassword, changeOwnPassword(database))
  answer(calls.myProfile, profile)
  answer(calls.saveMyProfile, saveProfile(database))
  answer(calls.mySessions, ownSessions)
  answer(calls.endMySessions, endOwnSessions)

  answer(calls.listStaff, staff.listStaff)
  answer(calls.getStaffMember, staff.getStaffMember(post.signer))
  answerPrepared(calls.createStaff, hashGiven, openings.createStaff(database))
  answer(calls.inviteStaff, openings.inviteStaff(database, post.mail))
  answer(calls.inviteAgain, openings.inviteAgain(database))
  answer(calls.editStaff, staff.editStaff(database))
  answerPrepared(calls.resetStaffPassword, hashGiven, staff.resetStaffPassword)
  answer(calls.endStaffSessions, staff.endStaffSessions)
  answer(calls.switchStaff, staff.switchStaff)

  answer(calls.listRoles, roles.listRoles)
  answer(calls.createRole, roles.createRole)
  answer(calls.editRole, roles.editRole)
  answer(calls.limitRole, roles.limitRole)
  answer(calls.deleteRole, roles.deleteRole)

  answer(listAudit, auditPage)
  answer(auditEntry, entry)
  answer(myFriends, friends)
}
