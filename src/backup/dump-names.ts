// The names of dumps: `<database>-<YYYYMMDDTHHMMSSZ>.dump`. Whatever has another name is not ours.

const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const DUMP = /^(.+)-(\d{8}T\d{6}Z)\.dump$/
const UNFINISHED = /^\.(.+)-(\d{8}T\d{6}Z)\.dump\.unfinished$/

export type DumpName = { database: string; stamp: string }

/** The second of `date`, UTC. */
export const stampOf = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** The moment that a stamp names; null for what is no stamp. */
export function momentOf(stamp: string): Date | null {
  const parts = STAMP.exec(stamp)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // February 30 becomes March 2.
  return !Number.isNaN(date.getTime()) && stampOf(date) === stamp ? date : null
}

/** The stamp of a run that starts `now`: later than all others, also after the clock was set back. */
export function nextStamp(now: Date, others: readonly string[]): string {
  const wished = stampOf(now)
  const latest = [...others].sort().at(-1) ?? ''
  return wished > latest ? wished : stampOf(new Date(momentOf(latest)!.getTime() + 1_000))
}

export const dumpName = ({ database, stamp }: DumpName) => `${database}-${stamp}.dump`
export const unfinishedName = (name: DumpName) => `.${dumpName(name)}.unfinished`

/** What a file's name says, if it is that of a dump of one of `databases`. */
export const parseDumpName = (file: string, databases: readonly string[]) => parse(DUMP, file, databases)
export const parseUnfinishedName = (file: string, databases: readonly string[]) =>
  parse(UNFINISHED, file, databases)

function parse(pattern: RegExp, file: string, databases: readonly string[]): DumpName | null {
  const [, database = '', stamp = ''] = pattern.exec(file) ?? []
  return databases.includes(database) && momentOf(stamp) ? { database, stamp } : null
}
