import { createContext, useContext } from 'react'
import type { UserInfo } from '../../staff/login/contract.ts'
import type { Started, Warehouse } from './startup.ts'

const SignedInContext = createContext<Started | undefined>(undefined)
export const SignedInProvider = SignedInContext.Provider

/** The user and warehouse; loaded before anything behind the login shows. */
export function useSignedIn(): { user: UserInfo; warehouse: Warehouse } {
  const started = useContext(SignedInContext)
  if (!started) throw new Error('used outside the login')
  return started
}
