import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { command, ids, listQuery, nothing, pageOf, query } from '../call.ts'
import { openApiOf } from './openapi.ts'

const list = query('/gateway/wms/parcel/list', {
  permission: 'parcel:parcel:view',
  feature: 'orders',
  input: listQuery(['code'], ['code', 'asc'], {
    search: z.string().max(100).optional(),
    day: z.coerce.date().optional(),
  }),
  output: pageOf(z.object({ id: z.number(), at: z.iso.datetime() })),
})
const entry = query('/gateway/wms/parcel/one', {
  permission: 'signed_in',
  feature: 'orders',
  input: z.strictObject({ id: z.coerce.number() }),
  output: nothing,
})
const ship = command('/gateway/wms/parcel/ship', {
  permission: 'parcel:parcel:ship',
  feature: 'orders',
  input: z.strictObject({ ids, zone: z.string().transform((value) => value.length) }),
  output: nothing,
})
const knock = command('/gateway/auth/knock', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  input: nothing,
  output: z.unknown(),
})
const document = openApiOf([list, entry, ship, knock], '1.2.3')

type Operation = {
  operationId: string
  security: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: {
    required: boolean
    content: Record<
      string,
      {
        schema: {
          type: string
          required: string[]
          additionalProperties: boolean
          properties: Record<string, object>
        }
      }
    >
  }
  responses: Record<
    string,
    {
      description: string
      content: Record<string, { schema: { required: string[]; properties: Record<string, unknown> } }>
    }
  >
}
const at = (call: { path: string; method: string }) =>
  (document.paths[call.path] as unknown as Record<string, Operation>)[call.method.toLowerCase()] as Operation

describe('the OpenAPI document', () => {
  test('is version 3.1, with a title, its version and the authentication header', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Tallyhouse', version: '1.2.3' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'x-access-token' } } },
    })
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('lists every call by path and method, with a unique name', () => {
    expect(Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      [list.path, ['get']],
      [entry.path, ['get']],
      [ship.path, ['post']],
      [knock.path, ['post']],
    ])
    const names = [list, entry, ship, knock].map((call) => at(call).operationId)
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_]+$/)
  })

  test('shows the URL parameters of a query', () => {
    const parameters = at(list).parameters ?? []
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['search', 'query', false],
      ['day', 'query', false],
      ['page', 'query', false],
      ['size', 'query', false],
      ['sort', 'query', false],
      ['order', 'query', false],
    ])
    expect(at(list).requestBody).toBeUndefined()
    expect(at(entry).parameters).toMatchObject([{ name: 'id', required: true }])
  })

  test('shows the body of a command before any transformation', () => {
    const schema = at(ship).requestBody?.content['application/json']?.schema
    expect(schema).toMatchObject({
      type: 'object',
      required: ['ids', 'zone'],
      additionalProperties: false,
      properties: {
        ids: { type: 'array', minItems: 1, maxItems: 500, items: { type: 'integer' } },
        zone: { type: 'string' },
      },
    })
    expect(at(ship).parameters).toBeUndefined()
  })

  test('shows the envelope around every response', () => {
    for (const call of [list, entry, ship, knock]) {
      const schema = at(call).responses[200]?.content['application/json']?.schema
      expect(schema?.required).toEqual(['code', 'message', 'success', 'data'])
      expect(schema?.properties.code).toEqual({ type: 'integer', enum: [0, 2, 5000, 5001] })
    }
    expect(at(list).responses[200]?.content['application/json']?.schema.properties.data).toMatchObject({
      type: 'object',
      required: ['rows', 'total'],
    })
  })

  test('states who must be logged in, with which permission, and what ends with the usage period', () => {
    expect([at(knock).security, at(entry).security]).toEqual([[], [{ session: [] }]])
    expect(at(ship)).toMatchObject({ 'x-permission': 'parcel:parcel:ship', 'x-when-expired': 'refused' })
    expect(at(knock)).toMatchObject({ 'x-permission': 'public', 'x-when-expired': 'allowed' })
  })
})
