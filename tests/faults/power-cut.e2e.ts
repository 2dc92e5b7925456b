// Power cuts of the embedded database, replayed. What it does to its files is recorded; at random instants a disk is made with
// what was flushed and, of the rest, what chance leaves. Names are kept in their order and flushed with any file, as ext4, XFS
// and btrfs do; other writes are kept or lost one by one.
import { afterAll, expect, test } from 'bun:test'
import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { DurableFs, type NodeFiles } from '../../src/platform/db/durable-fs.ts'
import { openClient } from '../../src/platform/db/embedded-client.ts'
import { openDirectory } from '../../src/platform/db/embedded-driver.ts'

const CUTS = Number(process.env.POWER_CUTS ?? 200)

/** Files are known by a number, which stays when their name changes. */
type FileStep = { file: number } & (
  | { kind: 'write'; at: number; bytes: Buffer }
  | { kind: 'resize'; size: number }
)
type NameStep =
  | { kind: 'create'; path: string; file: number }
  | { kind: 'mkdir' | 'remove' | 'rmdir'; path: string }
  | { kind: 'rename'; path: string; to: string }
type Step = FileStep | NameStep | { kind: 'flush'; file: number | null }

const isOfName = (step: Step): step is NameStep => 'path' in step

const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'power-cut-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const live = join(work, 'live')
const steps: Step[] = []
/** The numbers of files by their names, as the database sees them. */
const numbers = new Map<string, number>()
let files = 0
const fileAt = (path: string) => numbers.getOrInsertComputed(path, () => files++)

/** The part of Emscripten's NODEFS that changes files. Paths of the record are relative to the directory. */
type Changes = NodeFiles & {
  node_ops: {
    mknod(parent: unknown, name: string, mode: number, dev: unknown): { mode: number }
    rename(node: unknown, parent: unknown, name: string): void
    unlink(parent: unknown, name: string): void
    rmdir(parent: unknown, name: string): void
    setattr(node: unknown, attributes: { size?: number }): void
  }
  stream_ops: {
    write(stream: { node: unknown }, heap: Int8Array, offset: number, length: number, at: number): number
  }
}

class RecordedFs extends DurableFs {
  protected override prepare(nodeFiles: NodeFiles) {
    super.prepare(nodeFiles)
    const { node_ops, stream_ops, realPath } = nodeFiles as Changes
    const pathOf = (node: unknown, name = '') => join(realPath(node), name).slice(live.length + 1)
    const { mknod, rename, unlink, rmdir, setattr } = node_ops
    const { write, fsync } = stream_ops
    node_ops.mknod = (parent, name, mode, dev) => {
      const made = mknod(parent, name, mode, dev)
      const path = pathOf(parent, name)
      if ((mode & 0o170000) === 0o040000) steps.push({ kind: 'mkdir', path })
      else {
        numbers.delete(path)
        steps.push({ kind: 'create', path, file: fileAt(path) })
      }
      return made
    }
    node_ops.rename = (node, parent, name) => {
      const [path, to] = [pathOf(node), pathOf(parent, name)]
      rename(node, parent, name)
      numbers.set(to, fileAt(path))
      numbers.delete(path)
      steps.push({ kind: 'rename', path, to })
    }
    node_ops.unlink = (parent, name) => {
      unlink(parent, name)
      numbers.delete(pathOf(parent, name))
      steps.push({ kind: 'remove', path: pathOf(parent, name) })
    }
    node_ops.rmdir = (parent, name) => {
      rmdir(parent, name)
      steps.push({ kind: 'rmdir', path: pathOf(parent, name) })
    }
    node_ops.setattr = (node, attributes) => {
      setattr(node, attributes)
      if (attributes.size !== undefined)
        steps.push({ kind: 'resize', file: fileAt(pathOf(node)), size: attributes.size })
    }
    stream_ops.write = (stream, heap, offset, length, at) => {
      const written = write(stream, heap, offset, length, at)
      const bytes = Buffer.from(new Uint8Array(heap.buffer, offset, written))
      steps.push({ kind: 'write', file: fileAt(pathOf(stream.node)), at, bytes })
      return written
    }
    stream_ops.fsync = (stream) => {
      const isFile = stream.nfd !== undefined
      steps.push({ kind: 'flush', file: isFile ? fileAt(pathOf(stream.node)) : null })
      return fsync!(stream)
    }
  }
}

/** A disk: a directory, and the paths of its files by their numbers. */
class Disk {
  readonly #paths: Map<number, string>
  constructor(
    readonly directory: string,
    paths: Iterable<[number, string]>,
  ) {
    this.#paths = new Map(paths)
  }

  copyTo(directory: string) {
    cpSync(this.directory, directory, { recursive: true })
    return new Disk(directory, this.#paths)
  }

  applyName(step: NameStep) {
    const path = join(this.directory, step.path)
    switch (step.kind) {
      case 'mkdir':
        return mkdirSync(path)
      case 'rmdir':
        return rmdirSync(path)
      case 'create':
        this.#paths.set(step.file, step.path)
        return writeFileSync(path, '')
      case 'remove':
        this.#paths.delete(this.#numberAt(step.path)!)
        return rmSync(path)
      case 'rename': {
        const number = this.#numberAt(step.path)!
        this.#paths.delete(this.#numberAt(step.to) ?? -1)
        this.#paths.set(number, step.to)
        return renameSync(path, join(this.directory, step.to))
      }
    }
  }

  applyWrites(changes: readonly FileStep[]) {
    for (const change of changes) {
      const path = this.#paths.get(change.file)
      if (path === undefined) continue
      const file = openSync(join(this.directory, path), 'r+')
      if (change.kind === 'resize') ftruncateSync(file, change.size)
      else writeSync(file, change.bytes, 0, change.bytes.length, change.at)
      closeSync(file)
    }
  }

  #numberAt(path: string) {
    for (const [number, known] of this.#paths) if (known === path) return number
    return undefined
  }
}

let seed = 20_261_126
const random = (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0 // Numerical Recipes' generator
  return Math.floor((seed / 2 ** 32) * below)
}

/** What was acknowledged when so many steps were done: a row, and how often it was changed. */
type Acknowledged = { at: number; id: number; changes: number }

async function makeWrites(client: PGlite): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const changes = new Map<number, number>()
  for (let id = 1; id <= 300; id++) {
    const body = 'x'.repeat(random(id % 10 === 0 ? 9_000 : 300))
    await client.query('insert into kept (id, body) values ($1, $2)', [id, body])
    acknowledged.push({ at: steps.length, id, changes: 0 })
    const other = 1 + random(id)
    await client.transaction(async (tx) => {
      await tx.query('update kept set changes = changes + 1 where id = $1', [other])
      await tx.query('insert into others (text) values ($1)', [body])
    })
    changes.set(other, (changes.get(other) ?? 0) + 1)
    acknowledged.push({ at: steps.length, id: other, changes: changes.get(other)! })
    if (id % 60 === 0) await client.exec(`checkpoint; create table more${id} as select * from kept`)
    if (id % 100 === 0)
      for (const statement of ['vacuum full others', 'vacuum kept', 'delete from others'])
        await client.exec(statement)
  }
  return acknowledged
}

async function checkDisk(directory: string, expected: ReadonlyMap<number, number>) {
  const client = await openClient({ dataDir: directory })
  try {
    for (const scan of ['off', 'on']) {
      await client.exec(`set enable_seqscan = ${scan}`)
      const { rows } = await client.query<{ id: number; changes: number }>(
        'select id, changes from kept where id > 0',
      )
      const found = new Map(rows.map(({ id, changes }) => [id, changes]))
      expect([...expected].filter(([id, changes]) => (found.get(id) ?? -1) < changes)).toEqual([])
    }
    await client.query('select count(*) from others')
    await client.query('insert into kept (id, body) values (0, $1)', ['after the cut'])
  } finally {
    await client.close()
  }
}

test(`after ${CUTS} power cuts the database opens with every acknowledged write`, async () => {
  const client = await openDirectory(live, RecordedFs)
  await client.exec(
    `create table kept (id integer primary key, body text, changes integer not null default 0);
     create table others (text text); checkpoint`,
  )
  steps.splice(0)
  for (const path of new Bun.Glob('**').scanSync({ cwd: live, dot: true })) fileAt(path)
  const disk = new Disk(
    join(work, 'disk'),
    [...numbers].map(([path, number]) => [number, path]),
  )
  cpSync(live, disk.directory, { recursive: true })
  const acknowledged = await makeWrites(client)
  await client.close()

  const cuts = Array.from({ length: CUTS }, () => random(steps.length)).sort((a, b) => a - b)
  const expected = new Map<number, number>()
  let names: NameStep[] = []
  let writes: FileStep[] = []
  for (const [at, step] of steps.entries()) {
    while (acknowledged[0] && acknowledged[0].at <= at) {
      const { id, changes } = acknowledged.shift()!
      expected.set(id, changes)
    }
    for (; cuts[0] === at; cuts.shift()) {
      const left = disk.copyTo(join(work, 'left'))
      for (const name of names.slice(0, random(names.length + 1))) left.applyName(name)
      left.applyWrites(writes.filter(() => random(2) === 0))
      await checkDisk(left.directory, expected)
      rmSync(left.directory, { recursive: true })
    }
    if (isOfName(step)) names.push(step)
    else if (step.kind !== 'flush') writes.push(step)
    else {
      for (const name of names) disk.applyName(name)
      names = []
      disk.applyWrites(writes.filter(({ file }) => file === step.file))
      writes = writes.filter(({ file }) => file !== step.file)
    }
  }
  expect(expected.size).toBe(300)
})
