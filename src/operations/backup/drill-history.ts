// Results of restore drills: one line per drill in `drills.jsonl` beside the dumps, newest last.
import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const drillSchema = z.object({
  at: z.iso.datetime(),
  stamp: z.string(),
  databases: z.array(z.string()),
  /** Host of the drill's server; null when it ran on the server of the databases. */
  server: z.string().nullable(),
  ok: z.boolean(),
  duration_seconds: z.number(),
  tables: z.number().int(),
  rows: z.number().int(),
  /** Roles that own objects in the dump but do not exist on the server. */
  missing_roles: z.array(z.string()),
  problems: z.array(z.string()),
})

export type Drill = z.output<typeof drillSchema>

const NAME = 'drills.jsonl'

export async function readDrills(directory: string): Promise<Drill[]> {
  let text: string
  try {
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW
    text = await readFile(join(directory, NAME), { encoding: 'utf8', flag })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [drillSchema.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

export async function recordDrill(directory: string, drill: Drill) {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW
  await using file = await open(join(directory, NAME), flags, 0o600)
  await file.writeFile(`${JSON.stringify(drill)}\n`)
  await file.sync()
}
