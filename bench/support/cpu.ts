import { readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** Milliseconds of processor time that a process has taken so far (Linux). */
export function cpuMsOf(pid: number): number {
  // After the name, which may contain spaces: the 12th and 13th fields are the time in the program and in the system.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
