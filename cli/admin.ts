import { readEnv } from '../platform/server/env.ts'
import { BadSettings } from '../postgres/bad-settings.ts'
import { inOffice } from './admin-context.ts'
import { type Command, readCommand, UsageError } from './command.ts'
import { companyCommands } from './companies.ts'
import { installationCommands } from './installation.ts'
import { supportCommands } from './support.ts'

/**
 * Everything the system administrator can do. It reaches no company's goods or money: viewing them needs a
 * grant.
 */
const commands: readonly Command[] = [...companyCommands, ...supportCommands, ...installationCommands]

/** Runs the typed command and returns its output; no stack trace is shown. */
export async function administer(typed: string[], env: NodeJS.ProcessEnv) {
  try {
    const input = readCommand(commands, typed)
    if ('help' in input) return { isDone: true, says: input.help }
    const { command, words, options } = input
    return {
      isDone: true,
      says: await inOffice(readEnv(env), (office) => command.run(office, words, options)),
    }
  } catch (fault) {
    return { isDone: false, says: wordsFor(fault) }
  }
}

function wordsFor(fault: unknown): string {
  if (fault instanceof UsageError || fault instanceof BadSettings) return fault.message
  const message = fault instanceof Error ? fault.message : String(fault)
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  const isAway = /^(E[A-Z]+|28\w{3}|3D000|53300|57P03)$/.test(code)
  return `${isAway ? 'The database cannot be reached' : 'The command was interrupted'}: ${message || code}`
}

if (import.meta.main) {
  const { isDone, says } = await administer(process.argv.slice(2), process.env)
  if (isDone) console.log(says)
  else console.error(says)
  process.exitCode = isDone ? 0 : 1
}
