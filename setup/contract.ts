import { z } from 'zod'
import { createChannel } from '../channels/contract.ts'
import { channelsText } from '../channels/text.ts'
import { createCustomer } from '../customers/contract.ts'
import { binFields, checkBins } from '../inventory/locations/contract.ts'
import { command, nothing, taskStarted } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import { maybe } from '../platform/calls/rules.ts'
import { loginAccount, password, userName } from '../staff/rules.ts'
import { factFields, measures, zipFits } from '../warehouse/contract.ts'
import { settingFields } from '../warehouse/settings.ts'
import { SET_UP } from './state-contract.ts'
import { setUpText } from './text.ts'

/**
 * The setup belongs to no version: a satellite's warehouse is managed by its main one, but its address and
 * units are entered here, once, by the satellite itself.
 */
const edit = { permission: SET_UP, feature: 'home' } as const
const stepTaken = z.object({ initStep: z.number().int() })

export const setUpWarehouse = command('/gateway/wms/setup/warehouse', {
  ...edit,
  input: zipFits(
    z.strictObject({
      rowVersion: z.number().int(),
      userName,
      receiveOneStep: settingFields.receiveOneStep,
      ...factFields,
    }),
  ),
  output: stepTaken,
})

export const setUpMeasures = command('/gateway/wms/setup/measures', {
  ...edit,
  input: measures,
  output: stepTaken,
})

/** Creates the first zones and bins, and the bins of a pattern. */
export const setUpLocations = command('/gateway/wms/setup/locations', {
  ...edit,
  input: z.strictObject(binFields).superRefine(checkBins),
  output: stepTaken,
})

/** The label source of the first channel: own numbers, a carrier, or a platform. */
export const channelWays = ['own', 'carrier', 'platform'] as const
export type ChannelWay = (typeof channelWays)[number]

const { channelCode, nameZh: channelName, carrier, carrierAccountId, serviceCode } = createChannel.input.shape

/** A first channel to the warehouse's country, with only the required fields. */
export const setUpChannel = command('/gateway/wms/setup/channel', {
  ...edit,
  input: z
    .strictObject({
      way: z.enum(channelWays),
      channelCode,
      channelName,
      carrier,
      carrierAccountId,
      serviceCode,
    })
    .refine(({ way, carrierAccountId }) => way === 'own' || carrierAccountId !== null, {
      path: ['carrierAccountId'],
      message: rule(setUpText.accountNeeded),
    })
    .refine(({ way, serviceCode }) => way !== 'carrier' || serviceCode !== null, {
      path: ['serviceCode'],
      message: rule(channelsText.serviceNeeded),
    }),
  output: stepTaken,
})

const { customerCode, customerName, contact, phone, email } = createCustomer.input.shape

/** The first customer and, optionally, their login. */
export const setUpCustomer = command('/gateway/wms/setup/customer', {
  ...edit,
  input: z
    .strictObject({
      customerCode,
      customerName,
      contact,
      phone,
      email,
      loginAccount: maybe(loginAccount),
      password: maybe(password),
    })
    .refine((given) => given.loginAccount === null || given.password !== null, {
      path: ['password'],
      message: rule(setUpText.loginNeedsPassword),
    }),
  output: stepTaken,
})

/** Skips an optional step; the basic bins are created anyway. */
export const passStep = command('/gateway/wms/setup/step', {
  ...edit,
  input: z.strictObject({ step: z.literal([2, 3, 4, 5]) }),
  output: stepTaken,
})

export const fillSamples = command('/gateway/wms/setup/samples', {
  ...edit,
  action: 'add',
  input: nothing,
  output: taskStarted,
})
