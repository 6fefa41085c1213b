import { expect, test } from 'vitest'
import { defaultSettings, settingsIn } from './settings.ts'

test('a warehouse without settings uses the defaults', () => {
  expect(settingsIn({})).toEqual(defaultSettings)
  expect(settingsIn(null)).toEqual(defaultSettings)
})

test('saved settings apply, and nothing else', () => {
  expect(settingsIn({ autoAudit: true, receiverDays: 100 })).toEqual({
    ...defaultSettings,
    autoAudit: true,
    receiverDays: 100,
  })
})

test('a setting of an older version is ignored, an invalid one is a fault', () => {
  expect(settingsIn({ oldOne: 1 })).toEqual(defaultSettings)
  expect(() => settingsIn({ receiverDays: 29 })).toThrow()
  expect(() => settingsIn({ interceptAllowed: ['shipped'] })).toThrow()
})
