/** The format of a value, and whether it has a fixed length or ends at a separator. */
export type Identifier = {
  form: RegExp
  /** Length of a fixed-length value. */
  length: number | undefined
  /** One check for each component of the value. */
  checks: readonly (Check | undefined)[]
}
export type Check = 'digit' | 'month' | 'day' | 'of'

/**
 * Every application identifier of the GS1 General Specifications.
 *
 * Left: the identifiers as a pattern, with `*` for fixed-length values. Right: the components of the value: N
 * digits, X GS1 character set 82, Y set 39, Z set 64, a length or maximum length, in brackets if optional,
 * and the check. Lists of countries, currencies and package types are not checked: none of those values is
 * used here.
 */
const table = `
00* N18:digit
0[123]* N14:digit
10 X..20
1[123567]* N6:month
20* N2
21 X..20
22 X..20
235 X..28
24[01] X..30
242 N..6
243 X..20
25[01] X..30
253 N13:digit [X..17]
254 X..20
255 N13:digit [N..12]
30 N..8
3(1[0-6]|2\\d|3[0-7]|4\\d|5[0-7]|6\\d)[0-5]* N6
37 N..8
39[02]\\d N..15
39[13]\\d N3 N..15
394[0-3] N4
395[0-5] N6
40[013] X..30
402 N17:digit
41[0-7]* N13:digit
420 X..20
421 N3 X..9
42[246] N3
42[35] N3 [N3] [N3] [N3] [N3]
427 X..3
43[01][01] X..35
43[01][2-6] X..70
43[01]7 X2
4308 X..30
4309 N20
4318 X..20
4319 X..30
4320 X..35
432[123] N1:yes
432[45] N6:month N4:minute
4326 N6:day
433[0-3] N6 [X1:minus]
7001 N13
7002 X..30
7003 N6:day N4:minute
7004 N..4
7005 X..12
7006 N6:day
7007 N6:day [N6:day]
7008 X..3
7009 X..10
7010 X..2
7011 N6:day [N4:minute]
702[012] X..20
7023 X..30
703\\d N3 X..27
7040 N1 X3
7041 X..4
71[0-7] X..20
723\\d X2 X..28
7240 X..20
7241 N2
7242 X..25
7250 N8
7251 N8 N4:minute
7252 N1
725[34] X..40
7255 X..10
7256 X..90
7257 X..70
7258 X3
7259 X..40
8001 N14
8002 X..20
8003 N1:zero N13:digit [X..16]
8004 X..30
8005 N6
80[02]6 N14:digit N4:of
8007 X..34
8008 N6:day N2:hour [N2:sixty] [N2:sixty]
8009 X..50
8010 Y..30
8011 N..12:number
8012 X..20
801[34] X..25
801[78] N18:digit
8019 N..10
8020 X..25
8030 Z..90
804[01] N15
8042 N32
8043 N18 [N..2]
8110 X..70
8111 N4
8112 X..70
8200 X..70
90 X..30
9[1-9] X..90`

const signs: Record<string, string> = {
  N: '\\d',
  X: '[!"%-?A-Z_a-z]',
  Y: '[#/0-9A-Z-]',
  Z: '[\\w=-]',
}

/** Checks that are plain patterns. */
const patterns: Record<string, string> = {
  yes: '[01]',
  minus: '-',
  zero: '0',
  hour: '(?:[01]\\d|2[0-3])',
  sixty: '[0-5]\\d',
  minute: '(?:[01]\\d|2[0-3])[0-5]\\d',
  number: '(?:0|[1-9]\\d{0,11})',
}

const isCheck = (word: string): word is Check => ['digit', 'month', 'day', 'of'].includes(word)

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [ids = '', ...parts] = line.split(' ')
    const read = parts.map((part) => {
      const [, open, set = '', upTo, count, word = ''] =
        /^(\[?)([NXYZ])(\.\.)?(\d+):?(\w*)\]?$/.exec(part) ?? []
      const sign = patterns[word] ?? `${signs[set]}{${upTo ? '1,' : ''}${count}}`
      return {
        form: `(${sign})${open ? '?' : ''}`,
        count: Number(count),
        check: isCheck(word) ? word : undefined,
      }
    })
    const [id, endsItself] = ids.endsWith('*') ? [ids.slice(0, -1), true] : [ids, false]
    const identifier: Identifier = {
      form: new RegExp(`^${read.map(({ form }) => form).join('')}$`),
      length: endsItself ? read.reduce((sum, { count }) => sum + count, 0) : undefined,
      checks: read.map(({ check }) => check),
    }
    return { id: new RegExp(`^(?:${id})$`), identifier }
  })

const known = new Map<string, Identifier | undefined>()

export function identifierOf(id: string): Identifier | undefined {
  if (!/^\d{2,4}$/.test(id)) return undefined
  if (!known.has(id)) known.set(id, rows.find((row) => row.id.test(id))?.identifier)
  return known.get(id)
}

/**
 * The length of an identifier that starts with these two digits, as fixed by GS1; new identifiers follow it
 * too.
 */
export const idLength = (start: string): number | undefined =>
  /^(0[0-5]|1\d|2[0-2]|30|37|9\d)/.test(start)
    ? 2
    : /^(2[345]|4[012]|71)/.test(start)
      ? 3
      : /^(3[1-69]|43|70|72|8[0-2])/.test(start)
        ? 4
        : undefined

/**
 * The total length of identifier and value where the first two digits determine it, whether the identifier is
 * known or not.
 */
export function lengthByStart(start: string): number | undefined {
  if (/^0[0-4]/.test(start)) return start.startsWith('00') ? 20 : start.startsWith('04') ? 18 : 16
  if (/^1[1-9]/.test(start)) return 8
  if (start.startsWith('20')) return 4
  if (/^3[1-6]/.test(start)) return 10
  return start.startsWith('41') ? 16 : undefined
}

/** Identifiers that contradict each other on the same item; `n` is any digit. */
const apart = `
01 02,03,37,255,8006
02 03,255,8026
03 37,235,7240,8006,8026
21 235
37 8006
255 415,8006,8020,8026
390n 391n,394n,8111
392n 393n,395n
393n 395n
394n 8111
395n 8005
420 421
421 4307
426 422,423,424,425
4330 4331
4332 4333
7250 7251
7253 7256,7259
7254 7256,7259
7255 7256,7259
7256 7259
8006 8026
8017 8018`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [item = '', others = ''] = line.split(' ')
    return others.split(',').map((other) => ({ one: fits(item), other: fits(other) }))
  })

function fits(id: string): RegExp {
  return new RegExp(`^${id.replace('n', '\\d')}$`)
}

/** Measures, amounts and prices have one unit each: the last digit only moves the decimal point. */
const isSameMeasure = (a: string, b: string) =>
  /^(3[1-6]|39)\d\d$/.test(a) && a !== b && a.slice(0, 3) === b.slice(0, 3)

/** Whether two identifiers must not be on the same item. */
export const areApart = (a: string, b: string) =>
  isSameMeasure(a, b) ||
  apart.some(({ one, other }) => (one.test(a) && other.test(b)) || (one.test(b) && other.test(a)))

/** Identifiers that can be the primary key of a GS1 Digital Link. */
export const isLinkKey = (id: string) =>
  /^(0[01]|25[35]|40[12]|41[47]|8003|8004|8006|8010|8013|8017|8018|415)$/.test(id)
