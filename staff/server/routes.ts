import type { Server } from '../../platform/calls/server/serve.ts'
import { auditEntry, listAudit } from '../audit/contract.ts'
import { auditPage, entry } from '../audit/server/audit-list.ts'
import {
  changePassword,
  createRole,
  createStaff,
  deleteRole,
  editRole,
  editStaff,
  endMySessions,
  endStaffSessions,
  getStaffMember,
  inviteAgain,
  inviteStaff,
  limitRole,
  listRoles,
  listStaff,
  myProfile,
  mySessions,
  resetStaffPassword,
  saveMyProfile,
  switchStaff,
} from '../contract.ts'
import { myFriends } from '../friends-contract.ts'
import {
  acceptWelcome,
  checkUrlName,
  getUserInfo,
  login,
  logout,
  register,
  resetPassword,
  sendRegisterCode,
  sendResetCode,
  singleSignOn,
  welcomeFacts,
} from '../login/contract.ts'
import * as door from '../login/server/login.ts'
import { logIn, logOut, ownUserInfo, signOn } from '../login/server/sessions.ts'
import * as roles from '../roles/server/roles.ts'
import { friends } from './friends.ts'
import { changeOwnPassword, endOwnSessions, ownSessions, profile, saveProfile } from './my-profile.ts'
import * as openings from './openings.ts'
import { hashGiven } from './passwords.ts'
import * as staff from './staff.ts'

export function staffRoutes({ answer, answerPrepared, answerVisitor, database }: Server, post: door.Post) {
  answerVisitor(login, logIn(database, post.signer))
  answerVisitor(singleSignOn, signOn(database, post.signer))
  answerVisitor(sendRegisterCode, door.sendForRegistration(post))
  answerVisitor(checkUrlName, door.urlName)
  answerVisitor(register, door.registerCompany(database, post))
  answerVisitor(sendResetCode, door.sendForReset(post))
  answerVisitor(resetPassword, door.setForgotten(post))
  answerVisitor(welcomeFacts, door.welcome(post))
  answerVisitor(acceptWelcome, door.acceptInvitation(database, post))

  answer(logout, logOut)
  answer(getUserInfo, ownUserInfo)
  answer(changePassword, changeOwnPassword(database))
  answer(myProfile, profile)
  answer(saveMyProfile, saveProfile(database))
  answer(mySessions, ownSessions)
  answer(endMySessions, endOwnSessions)

  answer(listStaff, staff.listStaff)
  answer(getStaffMember, staff.getStaffMember(post.signer))
  answerPrepared(createStaff, hashGiven, openings.createStaff(database))
  answer(inviteStaff, openings.inviteStaff(database, post.mail))
  answer(inviteAgain, openings.inviteAgain(database))
  answer(editStaff, staff.editStaff(database))
  answerPrepared(resetStaffPassword, hashGiven, staff.resetStaffPassword)
  answer(endStaffSessions, staff.endStaffSessions)
  answer(switchStaff, staff.switchStaff)

  answer(listRoles, roles.listRoles)
  answer(createRole, roles.createRole)
  answer(editRole, roles.editRole)
  answer(limitRole, roles.limitRole)
  answer(deleteRole, roles.deleteRole)

  answer(listAudit, auditPage)
  answer(auditEntry, entry)
  answer(myFriends, friends)
}
