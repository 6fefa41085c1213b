import type { Server } from '../../lib/server/serve.ts'
import {
  getUserInfo,
  listStaff,
  login,
  logout,
  myProfile,
  saveMyProfile,
  singleSignOn,
  staffMember,
  switchStaff,
} from '../contract.ts'
import { logIn, logOut, ownUserInfo, signOn } from './sessions.ts'
import { member, profile, saveProfile, staffPage, switchOn } from './staff.ts'

export function staffRoutes({ answer, answerVisitor, database }: Server) {
  answerVisitor(login, logIn(database))
  answerVisitor(singleSignOn, signOn(database))
  answer(logout, logOut)
  answer(getUserInfo, ownUserInfo)
  answer(myProfile, profile)
  answer(saveMyProfile, saveProfile)
  answer(listStaff, staffPage)
  answer(staffMember, member)
  answer(switchStaff, switchOn)
}
