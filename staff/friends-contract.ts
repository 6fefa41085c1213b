import { z } from 'zod'
import { id, nothing, query } from '../platform/calls/call.ts'
import { invitationFaults, invitationStates } from './states.ts'

// A separate contract, because Home loads it and should load nothing else.

/** The company's status in the invite-friends programme. */
export const myFriends = query('/gateway/wms/invite/mine', {
  permission: 'setting:invite:view',
  feature: 'home',
  input: nothing,
  output: z.object({
    inviteCode: z.string(),
    earnedDays: z.number().int(),
    mostDays: z.number().int(),
    friends: z.array(
      z.object({
        id,
        companyName: z.string(),
        status: z.enum(invitationStates.states),
        fault: z.enum(invitationFaults).nullable(),
        rewardDays: z.number().int(),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
})
