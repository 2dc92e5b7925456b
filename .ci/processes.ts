// The processes of a lane, in its process group or not.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Ends the process group and what has left it, such as servers: processes in whose environment TMPDIR is in `directory`,
 * and those that work in there (Postgres overwrites its environment).
 */
export function endProcesses(directory: string, group?: number) {
  if (group !== undefined) end(-group)
  if (!existsSync('/proc/self/environ')) return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (pid !== process.pid && Number.isInteger(pid) && belongsTo(pid, directory)) end(pid)
  }
}

function belongsTo(pid: number, directory: string) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    const places = [readlinkSync(`/proc/${pid}/cwd`), /(?:^|\0)TMPDIR=([^\0]*)/.exec(environment)?.[1]]
    return places.some((place) => `${place}/`.startsWith(`${directory}/`))
  } catch {
    return false // has ended, or is of another user
  }
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // has ended
  }
}
