import type { Sharp } from 'sharp'
import { onTestFinished, vi } from 'vitest'
import { image } from '../platform/server/lazy-packages.ts'
import type { TestDatabase } from './database.ts'

/** The number of connections in use whenever a picture is drawn, until the test ends. */
export function connectionsWhileDrawing({ database: { pool } }: Pick<TestDatabase, 'database'>): number[] {
  const inUse: number[] = []
  const prototype: Sharp = Object.getPrototypeOf(image(Buffer.alloc(1)))
  const { toBuffer } = prototype
  const spy = vi.spyOn(prototype, 'toBuffer').mockImplementation(function (this: Sharp, ...given) {
    inUse.push(pool.totalCount - pool.idleCount)
    return Reflect.apply(toBuffer, this, given)
  })
  onTestFinished(() => void spy.mockRestore())
  return inUse
}
