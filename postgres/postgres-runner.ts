import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname } from 'node:path'
import { BadSettings } from './bad-settings.ts'

/** The user PostgreSQL's programs run as, and what that needs. */
export type Runner = {
  ids: { uid?: number; gid?: number }
  own: (path: string) => void
  command: (program: string, args: string[]) => [string, string[]]
  warning?: string
}

/** Nothing of our own environment: PGPORT and the like would change settings, and our keys must not leak. */
export const cleanEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }

const plain: Runner = { ids: {}, own: () => {}, command: (program, args) => [program, args] }

const handedTo = (uid: number, gid: number): Runner => ({
  ...plain,
  ids: { uid, gid },
  own: (path) => fs.chownSync(path, uid, gid),
})

/**
 * PostgreSQL refuses to run as root: root runs it as the folder's owner, as `postgres` or as `nobody`.
 *
 * Where those cannot reach us (a clone under /root, a private temporary folder) it runs as a mapped root in a
 * user namespace. That needs no chown, but its files and privileges stay root's, hence the warning.
 */
export function whoRunsIt(home: string, dir: string, postgres: string): Runner {
  if (process.getuid?.() !== 0) return plain
  if (fs.existsSync(dir)) {
    const { uid, gid } = fs.statSync(dir)
    return uid === 0 ? renamedRoot(home) : handedTo(uid, gid)
  }
  if (!isOpenToAll(home) || !isOpenToAll(postgres)) return renamedRoot(home)
  const users = fs.readFileSync('/etc/passwd', 'utf8')
  const user = /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users)
  return user ? handedTo(Number(user[1]), Number(user[2])) : renamedRoot(home)
}

/** Whether any user of the machine can reach the path. */
export const isOpenToAll = (path: string): boolean =>
  (fs.statSync(path).mode & 0o001) !== 0 && (path === '/' || isOpenToAll(dirname(path)))

function renamedRoot(home: string): Runner {
  const renamed = ['--user', '--map-user=65534', '--map-group=65534']
  if (spawnSync('unshare', [...renamed, 'true'], { env: cleanEnv }).status !== 0) {
    throw new BadSettings(
      `PostgreSQL does not run as root, no other user can reach ${home}, and user namespaces are forbidden here. ` +
        'Start the server as an ordinary user, move the folder to a path other users can access, or set DATABASE_URL.',
    )
  }
  return {
    ...plain,
    command: (program, args) => ['unshare', [...renamed, program, ...args]],
    warning: `PostgreSQL in ${home} runs with root privileges, because no other user can access it`,
  }
}
