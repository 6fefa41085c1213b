import { expect, test } from 'vitest'
import { holdersAmong, missingRight } from './missing-right.ts'

const right = { zh_CN: '收货', en_US: 'Receive' }

test('a missing permission is named with up to three people who have it', () => {
  expect(missingRight(right, { names: ['Ann'], total: 1 })).toEqual({
    zh_CN: '缺少权限“收货”。有此权限的同事：Ann。',
    en_US: 'You don’t have the “Receive” permission. Colleagues who have it: Ann.',
  })
  expect(missingRight(right, { names: ['Ann', 'Bo', 'Cy'], total: 5 })).toEqual({
    zh_CN: '缺少权限“收货”。有此权限的同事：Ann、Bo、Cy 及另外 2 人。',
    en_US: 'You don’t have the “Receive” permission. Colleagues who have it: Ann, Bo, Cy and 2 more.',
  })
  expect(missingRight(right, undefined).en_US).toBe(
    'You don’t have the “Receive” permission. Ask your warehouse owner to grant it.',
  )
})

test('owners are named when no one else has the permission', () => {
  const owners = { permission: '*', names: ['Olga'], total: 1 }
  const leads = { permission: 'inbound:order:receive', names: ['Ann'], total: 1 }
  expect(holdersAmong([owners, leads], 'inbound:order:receive')).toBe(leads)
  expect(holdersAmong([owners, leads], 'inbound:order:void')).toBe(owners)
  expect(holdersAmong([], 'inbound:order:void')).toBeUndefined()
})
