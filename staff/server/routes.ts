import type { Server } from '../../platform/calls/server/serve.ts'
import { listTrail, trailEntry } from '../audit/contract.ts'
import { entry, trailPage } from '../audit/server/audit-list.ts'
import {
  changePassword,
  createRole,
  createStaff,
  deleteRole,
  editRole,
  editStaff,
  endMySessions,
  endStaffSessions,
  inviteAgain,
  inviteStaff,
  limitRole,
  listRoles,
  listStaff,
  myProfile,
  mySessions,
  resetStaffPassword,
  saveMyProfile,
  staffMember,
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
import * as staff from './staff.ts'

export function staffRoutes({ answer, answerVisitor, database }: Server, post: door.Post) {
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

  answer(listStaff, staff.staffPage)
  answer(staffMember, staff.member(post.signer))
  answer(createStaff, openings.create(database))
  answer(inviteStaff, openings.invite(database, post.mail))
  answer(inviteAgain, openings.reinvite(database))
  answer(editStaff, staff.edit)
  answer(resetStaffPassword, staff.resetFor)
  answer(endStaffSessions, staff.endSessionsOf)
  answer(switchStaff, staff.switchOn)

  answer(listRoles, roles.roles)
  answer(createRole, roles.create)
  answer(editRole, roles.edit)
  answer(limitRole, roles.limit)
  answer(deleteRole, roles.remove)

  answer(listTrail, trailPage)
  answer(trailEntry, entry)
  answer(myFriends, friends)
}
