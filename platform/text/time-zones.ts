import type { Text } from './text.ts'

/** The cities a user can choose as time zone. Offsets are never stored: they change within a year. */
export const zones = [
  { id: 'Europe/London', city: { zh_CN: '伦敦', en_US: 'London' } },
  { id: 'Africa/Lagos', city: { zh_CN: '拉各斯', en_US: 'Lagos' } },
  { id: 'Europe/Berlin', city: { zh_CN: '柏林', en_US: 'Berlin' } },
  { id: 'Europe/Paris', city: { zh_CN: '巴黎', en_US: 'Paris' } },
  { id: 'Europe/Moscow', city: { zh_CN: '莫斯科', en_US: 'Moscow' } },
  { id: 'Africa/Cairo', city: { zh_CN: '开罗', en_US: 'Cairo' } },
  { id: 'Europe/Istanbul', city: { zh_CN: '伊斯坦布尔', en_US: 'Istanbul' } },
  { id: 'Asia/Dubai', city: { zh_CN: '迪拜', en_US: 'Dubai' } },
  { id: 'Asia/Kolkata', city: { zh_CN: '加尔各答', en_US: 'Kolkata' } },
  { id: 'Asia/Shanghai', city: { zh_CN: '上海', en_US: 'Shanghai' } },
  { id: 'Asia/Hong_Kong', city: { zh_CN: '香港', en_US: 'Hong Kong' } },
  { id: 'Asia/Singapore', city: { zh_CN: '新加坡', en_US: 'Singapore' } },
  { id: 'Asia/Tokyo', city: { zh_CN: '东京', en_US: 'Tokyo' } },
  { id: 'Australia/Sydney', city: { zh_CN: '悉尼', en_US: 'Sydney' } },
  { id: 'America/Sao_Paulo', city: { zh_CN: '圣保罗', en_US: 'Sao Paulo' } },
  { id: 'America/New_York', city: { zh_CN: '纽约', en_US: 'New York' } },
  { id: 'America/Toronto', city: { zh_CN: '多伦多', en_US: 'Toronto' } },
  { id: 'America/Chicago', city: { zh_CN: '芝加哥', en_US: 'Chicago' } },
  { id: 'America/Edmonton', city: { zh_CN: '埃德蒙顿', en_US: 'Edmonton' } },
  { id: 'America/Denver', city: { zh_CN: '丹佛', en_US: 'Denver' } },
  { id: 'America/Los_Angeles', city: { zh_CN: '洛杉矶', en_US: 'Los Angeles' } },
  { id: 'America/Vancouver', city: { zh_CN: '温哥华', en_US: 'Vancouver' } },
  { id: 'Pacific/Honolulu', city: { zh_CN: '檀香山', en_US: 'Honolulu' } },
] as const satisfies { id: string; city: Text }[]

export const zoneIds = zones.map((zone) => zone.id) as [string, ...string[]]

/** The display name of a time zone: its city. One that is not on the list keeps its id. */
export const cityOf = (id: string): Text =>
  zones.find((zone) => zone.id === id)?.city ?? { zh_CN: id, en_US: id }

/**
 * Parses a time zone from outside: an id of the list, or an older client's "(GMT+08:00) Shanghai" by its
 * city.
 */
export function zoneOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 60) return undefined
  const city = value.replace(/^\(GMT[+-]\d\d:\d\d\) /, '')
  return zones.find((zone) => zone.id === value || zone.city.en_US === city)?.id
}

/**
 * From a timestamp on (in milliseconds): how many minutes a time zone is ahead of UTC; null where unknown.
 */
export type ZoneSteps = { from: number; minutes: number | null }[]

let ofDatabase: Record<string, ZoneSteps> = {}

/**
 * Adopts the database's offsets for time zones that differ from those of Node or the browser.
 *
 * Dates, ages and filters are computed by the database; the display has to agree with them.
 */
export function followDatabase(steps: Record<string, ZoneSteps>): void {
  ofDatabase = steps
}

export const databaseZones = () => ofDatabase

/** A timestamp and time zone adjusted so that Intl shows what the database would. */
export function shownIn(zone: string, at: Date): { at: Date; timeZone: string } {
  const minutes = ofDatabase[zone]?.findLast(({ from }) => from <= at.getTime())?.minutes
  if (minutes === undefined || minutes === null) return { at, timeZone: zone }
  return { at: new Date(at.getTime() + minutes * 60_000), timeZone: 'UTC' }
}

/** A time to the minute, as 2026-03-08 14:05. */
export function minuteIn(zone: string, moment: Date): string {
  const { at, timeZone } = shownIn(zone, moment)
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
}

/** "(GMT-04:00) New York", with the offset in effect at the given time. */
export function zoneLabel(zone: { id: string; city: Text }, at: Date, language: keyof Text): string {
  const shown = shownIn(zone.id, at)
  if (shown.at !== at)
    return `(${offsetName((shown.at.getTime() - at.getTime()) / 60_000)}) ${zone.city[language]}`
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone.id, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value
  return `(${name === 'GMT' ? 'GMT+00:00' : name}) ${zone.city[language]}`
}

function offsetName(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const size = Math.abs(minutes)
  return `GMT${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
