import * as channelsCalls from '../../channels/contract.ts'
import { usualMethod, usualVoidDays } from '../../channels/rules.ts'
import { createChannel as createOwnChannel } from '../../channels/server/channels.ts'
import * as customersCalls from '../../customers/contract.ts'
import { openCustomerLogin } from '../../customers/contract.ts'
import { createCustomer } from '../../customers/server/customers.ts'
import { openLogin } from '../../customers/server/logins.ts'
import { generateBins } from '../../inventory/locations/server/bins.ts'
import { seedLocations } from '../../inventory/locations/server/seed-locations.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuse } from '../../platform/calls/refusal.ts'
import type { Server } from '../../platform/calls/server/serve.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import { nameMyself } from '../../staff/server/my-profile.ts'
import { hashGiven } from '../../staff/server/passwords.ts'
import { editWarehouse, fix, lockWarehouse, settings } from '../../warehouse/server/facts.ts'
import { closeStep, openStep } from '../../warehouse/server/steps.ts'
import { settingsIn } from '../../warehouse/settings.ts'
import { warehouseText } from '../../warehouse/text.ts'
import {
  fillSamples,
  passStep,
  setUpChannel,
  setUpCustomer,
  setUpLocations,
  setUpMeasures,
  setUpWarehouse,
} from '../contract.ts'
import { setUpState } from '../state-contract.ts'
import { setUpText } from '../text.ts'
import { startSamples } from './samples.ts'
import { setUp } from './setup-state.ts'

/** The setup of a warehouse. Each step and its work are one transaction. */
export function setUpRoutes({ answer, answerPrepared, may, database }: Server) {
  answer(setUpState, setUp)
  answer(setUpWarehouse, async (tx, who, input) => {
    await openStep(tx, who, 1)
    await warehouse(tx, who, input)
    return closeStep(tx, who, 1)
  })
  answer(setUpMeasures, async (tx, who, input) => {
    await openStep(tx, who, 2)
    await fix(tx, who, input)
    return closeStep(tx, who, 2)
  })
  answer(setUpLocations, locations)
  answer(setUpChannel, async (tx, who, input) => {
    may(channelsCalls.createChannel, who)
    return channel(tx, who, input)
  })
  answerPrepared(setUpCustomer, hashOfLogin, async (tx, who, input, hash) => {
    may(customersCalls.createCustomer, who)
    if (input.loginAccount) may(openCustomerLogin, who)
    return customer(database, tx, who, input, hash)
  })
  answer(passStep, pass)
  answer(fillSamples, async (tx, who) => {
    may(customersCalls.createCustomer, who)
    return startSamples(tx, who)
  })
}

/** The user's name, the address, and whether goods are put away on receipt. */
async function warehouse(
  tx: Tx,
  who: Who,
  { userName, receiveOneStep, ...facts }: InputOf<typeof setUpWarehouse>,
) {
  await nameMyself(tx, who, userName)
  const { rowVersion } = await editWarehouse(tx, who, facts)
  const now = settingsIn((await lockWarehouse(tx, who)).settings)
  if (now.receiveOneStep !== receiveOneStep) await settings(tx, who, { ...now, rowVersion, receiveOneStep })
}

const plain = {
  purpose: 'storage',
  pickPriority: 0,
  mixSku: true,
  mixBatch: true,
  mixCustomer: false,
  length: null,
  width: null,
  height: null,
  maxWeight: null,
} as const

async function locations(tx: Tx, who: Who, bins: InputOf<typeof setUpLocations>) {
  await openStep(tx, who, 3)
  await seedLocations(tx, who, { hasBins: true })
  const { id: zoneId } = await tx
    .selectFrom('locationZones')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('zoneCode', 'ilike', 'good')
    .executeTakeFirstOrThrow()
  await generateBins(tx, who, { ...bins, ...plain, zoneId })
  return closeStep(tx, who, 3)
}

/** Defaults of a first channel; all of it, and its numbers, can be changed in the channel list. */
const usual = {
  labelFormat: 'pdf_100x150',
  watermarkTemplateId: null,
  zoneSchemaId: null,
  supportSignature: false,
  supportInsurance: false,
  trackingPattern: null,
  cutoffTime: null,
  dimDivisor: null,
  dimTriggerVolume: null,
  dimRounding: 'none',
  weightStep: '1.000',
  weightBasis: 'max',
  maxWeight: null,
  maxLongest: null,
  maxGirthSum: null,
  needPhone: false,
  needEmail: false,
  addressLen: 35,
  customerScope: 'all',
  pool: null,
} as const

async function channel(
  tx: Tx,
  who: Who,
  { way, channelName, carrierAccountId, ...given }: InputOf<typeof setUpChannel>,
) {
  await openStep(tx, who, 4)
  const { countryCode } = await lockWarehouse(tx, who)
  if (countryCode === null) return refuse(warehouseText.setUpEarlier)
  await createOwnChannel(tx, who, {
    ...usual,
    ...given,
    nameZh: channelName,
    nameEn: channelName,
    labelSource: way === 'carrier' ? 'carrier_api' : 'self_built',
    carrierAccountId: way === 'own' ? null : carrierAccountId,
    // A carrier returns its cost; a price book, the usual billing of its labels, does not exist on the first
    // day.
    billingMethod: way === 'carrier' ? 'carrier_cost' : usualMethod.self_built,
    voidDays: usualVoidDays(given.carrier),
    countries: [countryCode],
    customerIds: [],
  })
  return closeStep(tx, who, 4)
}

/** The hash of the new customer’s password, if a login comes with it. */
const hashOfLogin = async (who: Who, { loginAccount, password }: InputOf<typeof setUpCustomer>) =>
  loginAccount && password ? hashGiven(who, { password }) : undefined

async function customer(
  database: Database,
  tx: Tx,
  who: Who,
  { loginAccount, password, ...facts }: InputOf<typeof setUpCustomer>,
  hash: string | undefined,
) {
  await openStep(tx, who, 5)
  const { id } = await createCustomer(tx, who, {
    ...facts,
    mnemonic: null,
    groupId: null,
    countryCode: null,
    address: null,
    salesRepId: null,
    remark: null,
  })
  if (loginAccount && password && hash)
    await openLogin(database, tx, who, { id, loginAccount, password }, hash)
  return closeStep(tx, who, 5)
}

async function pass(tx: Tx, who: Who, { step }: InputOf<typeof passStep>) {
  await openStep(tx, who, step)
  const { unit, currencyCode } = await lockWarehouse(tx, who)
  if (step === 2 && (unit === null || currencyCode === null)) refuse(setUpText.measuresOpen)
  if (step === 3) await seedLocations(tx, who)
  return closeStep(tx, who, step)
}
