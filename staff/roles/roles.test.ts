import { describe, expect, test } from 'vitest'
import { isRight } from './rights.ts'
import { defaultRoles } from './roles.ts'

describe('the roles a company starts with', () => {
  test('only the owner may do everything, and by one word', () => {
    expect(defaultRoles[0]?.permissions).toEqual(['*'])
    for (const { permissions } of defaultRoles.slice(1)) expect(permissions).not.toContain('*')
  })

  test('list no permission twice, and none that does not exist', () => {
    for (const { code, permissions } of defaultRoles.slice(1)) {
      expect(new Set(permissions).size, code).toBe(permissions.length)
      expect(permissions.filter((right) => !isRight(right))).toEqual([])
    }
  })
})
