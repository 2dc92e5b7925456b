// A dump is looked at from all sides before anything is done with it.

import type { BackupContext } from '../backup/backup-context.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { checkWhole } from '../backup/dump-database.ts'
import { dumpName } from '../backup/dump-names.ts'
import { digestOf } from '../backup/durable-files.ts'
import { OperationError, runTool, type Tools, toolEnvironment } from '../backup/postgres-tools.ts'

/** What a dump says of itself; `lines` are those of its table of contents. */
export type Archive = { database: string; clientMajor: number; lines: string[] }

/** Throws `OperationError` unless the dump is the one that was written, is whole, and fits client and server. */
export async function checkDump(
  ctx: BackupContext,
  { dump, tools, serverMajor }: { dump: Dump; tools: Tools; serverMajor: number },
): Promise<Archive> {
  const name = dumpName(dump)
  if (!dump.entry) ctx.warn(`the manifest has no line for ${name}: its checksum cannot be compared`)
  else if (dump.entry.size !== dump.size)
    throw new OperationError(
      `${name} has ${dump.size} bytes instead of ${dump.entry.size}; nothing was changed`,
    )
  else if ((await digestOf(dump.path)) !== dump.entry.sha256)
    throw new OperationError(
      `${name} is not what was dumped: its SHA-256 differs from the manifest; nothing was changed`,
    )
  const archive = await readArchive(ctx, tools, dump)
  if (archive.clientMajor > serverMajor)
    throw new OperationError(
      `${name} was made by pg_dump ${archive.clientMajor}, and the server is Postgres ${serverMajor}, which may not know all that is in it; restore it on a server of version ${archive.clientMajor}`,
    )
  if (archive.database !== dump.database)
    throw new OperationError(`${name} is a dump of the database ${archive.database}; nothing was changed`)
  try {
    await checkWhole(ctx, tools, dump.path)
  } catch (error) {
    ctx.signal?.throwIfAborted()
    throw new OperationError(`${name} is not whole: ${(error as Error).message}; nothing was changed`)
  }
  return archive
}

async function readArchive(ctx: BackupContext, tools: Tools, dump: Dump): Promise<Archive> {
  let list: string
  try {
    list = await runTool({
      command: [tools.restore, '--list', dump.path],
      env: toolEnvironment(ctx.environment),
      signal: ctx.signal,
    })
  } catch (error) {
    ctx.signal?.throwIfAborted()
    const { message } = error as Error
    const reason = /unsupported version/.test(message)
      ? `was made by a newer pg_dump than pg_restore ${tools.version} can read: ${message}`
      : `cannot be read: ${message}`
    throw new OperationError(`${dumpName(dump)} ${reason}; nothing was changed`)
  }
  const said = (what: string) => new RegExp(`^;\\s+${what}: (.+)$`, 'm').exec(list)?.[1] ?? ''
  return {
    database: said('dbname'),
    clientMajor: Number.parseInt(said('Dumped by pg_dump version'), 10),
    lines: list.split('\n').filter((line) => /^\d+;/.test(line)),
  }
}
