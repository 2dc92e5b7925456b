// An acknowledged write of the embedded installation is on the disk. tests/faults/power-cut.e2e.ts replays power cuts.
import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgDialect } from 'drizzle-orm/pg-core'
import { DurableFs, type NodeFiles } from '../../../src/platform/db/durable-fs.ts'
import { openDirectory } from '../../../src/platform/db/embedded-driver.ts'
import { unflushed } from '../../../src/platform/db/unflushed.ts'
import { syncDirectory } from '../../../src/platform/durable-files.ts'
import { openDisk } from '../../../src/platform/storage/disk-storage.ts'

const flushed: string[] = []

class WatchedFs extends DurableFs {
  protected override prepare(files: NodeFiles) {
    super.prepare(files)
    const { fsync } = files.stream_ops
    files.stream_ops.fsync = (stream) => {
      flushed.push(files.realPath(stream.node))
      return fsync!(stream)
    }
  }
}

test('a commit of the embedded database flushes its log before it is acknowledged', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'durability-'))
  const client = await openDirectory(join(directory, 'database'), WatchedFs)
  try {
    await client.exec('create table notes (text text)')
    for (let time = 0; time < 3; time++) {
      flushed.splice(0)
      await client.query("insert into notes values ('kept')")
      expect(flushed).toEqual([expect.stringMatching(/\/pg_wal\/[0-9A-F]{24}$/)])
    }
    flushed.splice(0)
    await client.query('select * from notes')
    expect(flushed).toEqual([])
    // A count of attempts waits for no flush, and the next commit does again.
    const { sql: unflushedSql } = new PgDialect().sqlToQuery(unflushed)
    await client.query(`insert into notes values ('a count') returning ${unflushedSql}`)
    expect(flushed).toEqual([])
    await client.query("insert into notes values ('kept')")
    expect(flushed).toHaveLength(1)
  } finally {
    await client.close()
    await rm(directory, { recursive: true })
  }
})

test('an upload on the local disk flushes its name before it is acknowledged', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'durability-'))
  const names: string[][] = []
  const flush = async (path: string) => {
    names.push([path.slice(directory.length), ...(await readdir(path))])
    await syncDirectory(path)
  }
  const storage = openDisk({ directory, flush })
  await storage.prepare()
  await storage.put('media/2026/11/a.png', new Uint8Array([1]), { type: 'image/png' })
  expect(names).toEqual([['/media/2026/11', 'a.png']])
  await rm(directory, { recursive: true })
})
