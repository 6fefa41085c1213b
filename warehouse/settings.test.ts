import { expect, test } from 'vitest'
import { defaultSettings, settingsIn } from './settings.ts'

test('a warehouse that decided nothing works by the defaults', () => {
  expect(settingsIn({})).toEqual(defaultSettings)
  expect(settingsIn(null)).toEqual(defaultSettings)
})

test('what was decided holds, and only that', () => {
  expect(settingsIn({ autoAudit: true, maxBatchOrders: 100 })).toEqual({
    ...defaultSettings,
    autoAudit: true,
    maxBatchOrders: 100,
  })
})

test('a setting of an older version is forgotten, a wrong one is a fault', () => {
  expect(settingsIn({ oldOne: 1 })).toEqual(defaultSettings)
  expect(() => settingsIn({ maxBatchOrders: 501 })).toThrow()
  expect(() => settingsIn({ interceptAllowed: ['shipped'] })).toThrow()
})
