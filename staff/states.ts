import { machine, type StateOf } from '../platform/text/state-machine.ts'
import type { Text } from '../platform/text/text.ts'

/** A company. The end of its usage period depends on the clock and is not a state. */
export const tenantStates = machine({
  name: 'tenant',
  first: 'trial',
  states: ['trial', 'active', 'closed'],
  actions: {
    activate: { from: ['trial'], to: 'active' },
    close: { from: ['trial', 'active'], to: 'closed' },
    reopen: { from: ['closed'], to: 'active' },
  },
})

/** A friend who registered with an invite code; the reward comes when they have finished the setup. */
export const invitationStates = machine({
  name: 'invitation',
  first: 'registered',
  states: ['registered', 'rewarded', 'rejected'],
  actions: {
    reward: { from: ['registered'], to: 'rewarded' },
    reject: { from: ['registered'], to: 'rejected' },
  },
})

export const invitationText: Record<StateOf<typeof invitationStates>, Text> = {
  registered: { zh_CN: '已注册', en_US: 'Registered' },
  rewarded: { zh_CN: '已奖励', en_US: 'Rewarded' },
  rejected: { zh_CN: '不计奖励', en_US: 'No reward' },
}

export const invitationFaults = ['same_email', 'same_phone', 'same_domain', 'enough'] as const

export const invitationFaultText: Record<(typeof invitationFaults)[number], Text> = {
  same_email: { zh_CN: '邮箱已属于现有公司', en_US: 'The email belongs to an existing company' },
  same_phone: { zh_CN: '电话已属于现有公司', en_US: 'The phone number belongs to an existing company' },
  same_domain: {
    zh_CN: '邮箱域名已属于现有公司',
    en_US: 'The email domain belongs to an existing company',
  },
  enough: { zh_CN: '奖励已达 60 天上限', en_US: 'The maximum of 60 days has been reached' },
}
