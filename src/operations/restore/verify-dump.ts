// Verifies a dump before it is restored.

import { digestOf } from '../../platform/durable-files.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { verifyReadable } from '../backup/dump-database.ts'
import { dumpName } from '../backup/dump-names.ts'
import { OperationError, runTool, type Tools, toolEnvironment } from '../backup/postgres-tools.ts'

/** The header of a dump; `lines` is its table of contents. */
export type Archive = { database: string; clientMajor: number; lines: string[] }

/** Throws `OperationError` unless the dump matches the manifest, is complete, and fits the client and the server. */
export async function verifyDump(
  ctx: BackupContext,
  { dump, tools, serverMajor }: { dump: Dump; tools: Tools; serverMajor: number },
): Promise<Archive> {
  const name = dumpName(dump)
  if (!dump.entry) ctx.warn(`the manifest has no entry for ${name}: its checksum cannot be verified`)
  else if (dump.entry.size !== dump.size)
    throw new OperationError(
      `${name} has ${dump.size} bytes instead of ${dump.entry.size}; nothing was changed`,
    )
  else if ((await digestOf(dump.path)) !== dump.entry.sha256)
    throw new OperationError(`the SHA-256 of ${name} differs from the manifest; nothing was changed`)
  const archive = await readArchive(ctx, tools, dump)
  if (archive.clientMajor > serverMajor)
    throw new OperationError(
      `${name} was created by pg_dump ${archive.clientMajor}, which is newer than the server (Postgres ${serverMajor}); restore it on a server of version ${archive.clientMajor}`,
    )
  if (archive.database !== dump.database)
    throw new OperationError(`${name} is a dump of the database ${archive.database}; nothing was changed`)
  try {
    await verifyReadable(ctx, tools, dump.path)
  } catch (error) {
    ctx.signal?.throwIfAborted()
    throw new OperationError(`${name} is damaged: ${(error as Error).message}; nothing was changed`)
  }
  return archive
}

async function readArchive(ctx: BackupContext, tools: Tools, dump: Dump): Promise<Archive> {
  let contents: string
  try {
    contents = await runTool({
      command: [tools.restore, '--list', dump.path],
      env: toolEnvironment(ctx.environment),
      signal: ctx.signal,
    })
  } catch (error) {
    ctx.signal?.throwIfAborted()
    const { message } = error as Error
    const reason = /unsupported version/.test(message)
      ? `was created by a pg_dump newer than pg_restore ${tools.version}: ${message}`
      : `cannot be read: ${message}`
    throw new OperationError(`${dumpName(dump)} ${reason}; nothing was changed`)
  }
  const header = (field: string) => new RegExp(`^;\\s+${field}: (.+)$`, 'm').exec(contents)?.[1] ?? ''
  return {
    database: header('dbname'),
    clientMajor: Number.parseInt(header('Dumped by pg_dump version'), 10),
    lines: contents.split('\n').filter((line) => /^\d+;/.test(line)),
  }
}

// The table of contents ends its lines with the owner, but does not quote: names may contain spaces.
const OWNERS =
  /^ALTER .*\b(?:OWNER TO|DEFAULT PRIVILEGES FOR ROLE) (?:"((?:[^"]|"")+)"|([^\s"]+?))(?:;| IN SCHEMA | GRANT | REVOKE )/gm

/** The roles that own objects of the dump, or their default privileges. */
export async function readOwners(ctx: BackupContext, tools: Tools, dump: Dump): Promise<string[]> {
  const statements = await runTool({
    command: [tools.restore, '--schema-only', '--file=-', dump.path],
    env: toolEnvironment(ctx.environment),
    signal: ctx.signal,
  })
  const names = statements
    .matchAll(OWNERS)
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
  return [...new Set(names)]
}
