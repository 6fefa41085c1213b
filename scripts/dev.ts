import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules/vite/bin/vite.js')

/** The server and the page's development server side by side; when one ends, so does the other. */
const run = (args: string[]): ChildProcess => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
const both = [run(['--watch', 'app/server/main.js']), run([vite])]

const end = () => {
  for (const child of both) if (child.exitCode === null) child.kill('SIGTERM')
}
for (const child of both) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    end()
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
