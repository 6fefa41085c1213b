import { createContext, useContext } from 'react'
import type { UserInfo } from '../../staff/login/contract.ts'
import type { Started, Warehouse } from './startup.ts'

const HouseContext = createContext<Started | undefined>(undefined)
export const HouseProvider = HouseContext.Provider

/** Who is signed in and in which warehouse; known before anything inside the log-in wall shows. */
export function useSignedIn(): { user: UserInfo; warehouse: Warehouse } {
  const started = useContext(HouseContext)
  if (!started) throw new Error('outside the log-in wall')
  return started
}
