// Names of dumps: `<database>-<YYYYMMDDTHHMMSSZ>.dump`. Files with any other name are never touched.

const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const DUMP = /^(.+)-(\d{8}T\d{6}Z)\.dump$/
const UNFINISHED = /^\.(.+)-(\d{8}T\d{6}Z)\.dump\.unfinished$/

export type DumpName = { database: string; stamp: string }

/** `date` in UTC, cut to the second, such as `20260803T101500Z`. */
export const toStamp = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** The time of a stamp; null when it is not a valid one. */
export function parseStamp(stamp: string): Date | null {
  const parts = STAMP.exec(stamp)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // The comparison catches dates such as February 30, which becomes March 2.
  return !Number.isNaN(date.getTime()) && toStamp(date) === stamp ? date : null
}

/** The stamp of a run starting `now`: later than all existing ones, even after the clock was set back. */
export function nextStamp(now: Date, existing: readonly string[]): string {
  const stamp = toStamp(now)
  const latest = [...existing].sort().at(-1) ?? ''
  return stamp > latest ? stamp : toStamp(new Date(parseStamp(latest)!.getTime() + 1_000))
}

export const dumpName = ({ database, stamp }: DumpName) => `${database}-${stamp}.dump`
export const unfinishedName = (name: DumpName) => `.${dumpName(name)}.unfinished`

/** Parses the name of a dump of one of `databases`; null for any other file. */
export const parseDumpName = (file: string, databases: readonly string[]) => parse(DUMP, file, databases)
export const parseUnfinishedName = (file: string, databases: readonly string[]) =>
  parse(UNFINISHED, file, databases)

function parse(pattern: RegExp, file: string, databases: readonly string[]): DumpName | null {
  const [, database = '', stamp = ''] = pattern.exec(file) ?? []
  return databases.includes(database) && parseStamp(stamp) ? { database, stamp } : null
}
