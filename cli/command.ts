import { parseArgs } from 'node:util'
import type { Database } from '../platform/database/server/db.ts'
import type { Env } from '../platform/server/env.ts'
import type { Signer } from '../platform/server/signer.ts'

/** A usage error. Its message says what is wrong and what would be right. */
export class UsageError extends Error {}

/** The administrator's context: the whole installation, as the owner of its tables. */
export type Office = { database: Database; signer: Signer; home: string; env: Env }

export type Options = Readonly<Record<string, string | undefined>>

/** One command, as shown in the help and called from the shell. */
export type Command = {
  name: string
  /** The positional arguments, in order; one in brackets is optional. */
  words?: readonly string[]
  /** The required and the optional options, each with its value. */
  needs?: Readonly<Record<string, string>>
  may?: Readonly<Record<string, string>>
  does: string
  /** Runs it and returns the output. */
  run: (office: Office, words: readonly string[], options: Options) => Promise<string>
}

const CALL = 'npm run admin --'

function usageOf({ name, words = [], needs = {}, may = {} }: Command): string[] {
  const option = ([key, takes]: [string, string]) => `--${key} ${takes}`
  const needed = Object.entries(needs).map(option)
  const allowed = Object.entries(may).map((item) => `[${option(item)}]`)
  return [name, ...words, ...needed, ...allowed]
}

const helpFor = (command: Command) =>
  `${wrapped(usageOf(command), 2)}\n${wrapped(command.does.split(' '), 6)}\n`

const helpOf = (commands: readonly Command[]) =>
  [
    `${CALL} COMMAND, for the system administrator; in brackets what may be left out.\n`,
    ...commands.map(helpFor),
  ].join('\n')

const WIDTH = 100

/** Wraps parts into lines that fit a terminal. */
function wrapped(parts: readonly string[], indent: number): string {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < WIDTH) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(' '.repeat(last === undefined ? indent : Math.max(indent, 6)) + part)
  }
  return lines.join('\n')
}

type ReadCommand =
  | { help: string }
  | { command: Command; words: readonly string[]; options: Record<string, string> }

/** Finds the typed command and parses its arguments, or says what does not fit. */
export function readCommand(commands: readonly Command[], typed: readonly string[]): ReadCommand {
  const [name = 'help', ...rest] = typed
  if (isHelp(name)) {
    return { help: rest[0] === undefined ? helpOf(commands) : helpFor(commandNamed(commands, rest[0])) }
  }
  const command = commandNamed(commands, name)
  if (rest.includes('--help')) return { help: helpFor(command) }
  return { command, ...readRest(command, rest) }
}

const isHelp = (word: string) => ['help', '--help', '-h'].includes(word)

function commandNamed(commands: readonly Command[], name: string): Command {
  const match = commands.find((command) => command.name === name)
  if (match) return match
  throw new UsageError(
    `Unknown command "${name}". Available commands: ${commands.map((command) => command.name).join(', ')}.\n${CALL} help describes them.`,
  )
}

function readRest(command: Command, rest: readonly string[]) {
  const wrong = (words: string) => new UsageError(`${words}\nUse: ${CALL} ${usageOf(command).join(' ')}`)
  const known = [...Object.keys(command.needs ?? {}), ...Object.keys(command.may ?? {})]
  const { tokens } = parseArgs({
    args: [...rest],
    options: Object.fromEntries(known.map((name) => [name, { type: 'string' as const }])),
    strict: false,
    tokens: true,
  })
  const words: string[] = []
  const options: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    if (!known.includes(token.name)) throw wrong(`${command.name} has no option ${token.rawName}.`)
    if (options[token.name] !== undefined) throw wrong(`--${token.name} is given twice.`)
    // An argument with a dash is the next option; such a value is written --name=-value.
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))
    if (isMissing) throw wrong(`--${token.name} needs a value.`)
    options[token.name] = token.value ?? ''
  }

  const expected = command.words ?? []
  const missing = expected.slice(words.length).find((word) => !word.startsWith('['))
  if (missing) throw wrong(`${command.name} needs ${missing}.`)
  if (words.length > expected.length)
    throw wrong(
      `${command.name} cannot use "${words[expected.length]}"; a text of several words goes in quotes.`,
    )
  const absent = Object.keys(command.needs ?? {}).find((name) => !options[name]?.trim())
  if (absent) throw wrong(`${command.name} needs --${absent}.`)
  return { words, options }
}
