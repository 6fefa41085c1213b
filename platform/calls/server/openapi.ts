import { z } from 'zod'
import type { Call } from '../call.ts'

const inForm = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

const envelopeOf = (data: object) => ({
  type: 'object',
  required: ['code', 'message', 'success', 'data'],
  properties: {
    code: { type: 'integer', enum: [0, 2, 5000, 5001] },
    message: { type: 'string' },
    success: { type: 'boolean' },
    data,
  },
})

const contentOf = (call: Call) => {
  const schema = inForm(call.output, 'output')
  if (call.kind === 'query' && call.document) return { [call.document]: { schema } }
  return { 'application/json': { schema: envelopeOf(schema) } }
}

/** The product's calls as an OpenAPI 3.1 document, generated from the contracts that serve them. */
export function openApiOf(calls: readonly Call[], version: string) {
  const paths = Object.fromEntries(
    calls.map((call) => [
      call.path,
      {
        [call.method.toLowerCase()]: {
          operationId: call.path.replace('/gateway/', '').replaceAll(/[^A-Za-z0-9]+/g, '_'),
          tags: [call.feature],
          'x-permission': call.permission,
          'x-when-expired': call.whenExpired,
          security: call.permission === 'public' ? [] : [{ session: [] }],
          ...(call.method === 'GET'
            ? { parameters: parametersOf(call) }
            : {
                requestBody: {
                  required: true,
                  content: { 'application/json': { schema: inForm(call.input, 'input') } },
                },
              }),
          responses: {
            200: {
              description:
                call.kind === 'query' && call.document
                  ? 'The document itself; a refusal comes in the envelope'
                  : 'The answer, or a refusal, in the envelope',
              content: contentOf(call),
            },
          },
        },
      },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Tallyhouse', version },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'x-access-token' } } },
    paths,
  }
}

function parametersOf(call: Call) {
  const { properties = {}, required = [] } = inForm(call.input, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
