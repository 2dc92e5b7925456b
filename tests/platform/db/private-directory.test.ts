// Directories of data are accessible only to their owner, and lock files never write through symlinks.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDirectory } from '../../../src/platform/db/directory-lock.ts'
import { makePrivate } from '../../../src/platform/db/private-directory.ts'
import { openDisk } from '../../../src/platform/storage/disk-storage.ts'
import { run } from '../../commands/run.ts'

let folder: string
let directory: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontage-private-'))
  directory = join(folder, 'data')
  await mkdir(directory)
  await chmod(directory, 0o755)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Entries that group or others can access, symlinks aside. */
async function exposed(path: string): Promise<string[]> {
  const found = await Bun.$`find ${path} -not -type l -perm /077 -printf '%P\n'`.text()
  return found
    .trimEnd()
    .split('\n')
    .slice(found === '' ? 1 : 0)
}

test('an existing directory is made private with everything in it, without following symlinks', async () => {
  const outside = join(folder, 'outside')
  await writeFile(outside, 'outside', { mode: 0o644 })
  await mkdir(join(directory, 'db/base'), { recursive: true })
  await writeFile(join(directory, 'db/base/1'), 'rows', { mode: 0o644 })
  await symlink(outside, join(directory, 'link'))
  await symlink(folder, join(directory, 'up'))
  expect(await exposed(directory)).toEqual(expect.arrayContaining(['', 'db', 'db/base', 'db/base/1']))
  expect(makePrivate(directory)).toBeNull()
  expect(await exposed(directory)).toEqual([])
  expect((await lstat(outside)).mode & 0o777).toBe(0o644)
})

test('locking a directory makes it private, and its lock files are 0600', async () => {
  await writeFile(join(directory, 'old'), 'old', { mode: 0o644 })
  const lock = lockDirectory(directory)
  expect(lock.warning).toBeNull()
  expect(await exposed(directory)).toEqual([])
  lock.release()
})

test('a new embedded database in an existing directory is private', async () => {
  expect((await run(['migrate'], { DATA_DIR: directory })).code).toBe(0)
  expect(await exposed(directory)).toEqual([])
})

test('stored media is private', async () => {
  const storage = openDisk({ directory: join(directory, 'media') })
  await storage.prepare()
  await storage.put('2026/08/a.png', new Uint8Array([1]), { type: 'image/png' })
  await storage.probe()
  expect(await exposed(join(directory, 'media'))).toEqual([])
})

const mayChangeOwner = process.getuid?.() === 0 && Bun.which('runuser') !== null

test.skipIf(!mayChangeOwner)('a directory of another user is reported, not changed', async () => {
  await chmod(folder, 0o755)
  const module = join(import.meta.dir, '../../../src/platform/db/private-directory.ts')
  const copy = join(folder, 'private-directory.ts')
  await writeFile(copy, await readFile(module), { mode: 0o644 })
  const code = `import { makePrivate } from ${JSON.stringify(copy)}; console.log(makePrivate(${JSON.stringify(directory)}))`
  const bun = join(folder, 'bun')
  await Bun.write(bun, Bun.file(process.execPath))
  await chmod(bun, 0o755)
  const warning = await Bun.$`runuser -u nobody -- ${bun} -e ${code}`.cwd('/').text()
  expect(warning.trim()).toBe(
    `other users can access ${directory}, which belong to another user; as that user run: chmod -R go-rwx ${directory}`,
  )
  expect((await lstat(directory)).mode & 0o777).toBe(0o755)
})

test.each(['lock', 'lock.pid'])(
  'a symlink in place of %s is refused and its target is unchanged',
  async (name) => {
    const target = join(folder, 'precious')
    await writeFile(target, '')
    await symlink(target, join(directory, name))
    expect(() => lockDirectory(directory)).toThrow(`${name} is not a lock file of this program; move it away`)
    await rm(target)
    // A dangling symlink would otherwise create its target.
    expect(() => lockDirectory(directory)).toThrow(name)
    expect(await readdir(folder)).toEqual(['data'])
    await rm(join(directory, name))
    lockDirectory(directory).release()
  },
)

test.each(['lock', 'lock.pid'])(
  'a foreign file or hard link in place of %s is refused and kept',
  async (name) => {
    const path = join(directory, name)
    await writeFile(path, 'precious\n')
    expect(() => lockDirectory(directory)).toThrow(`${name} is not a lock file of this program`)
    expect(await readFile(path, 'utf8')).toBe('precious\n')
    await rm(path)
    const target = join(folder, 'linked')
    await writeFile(target, '')
    await link(target, path)
    expect(() => lockDirectory(directory)).toThrow(`${name} is not a lock file of this program`)
    await rm(path)
    await mkdir(path)
    expect(() => lockDirectory(directory)).toThrow()
  },
)

test('a symlink above the directory is allowed', async () => {
  await symlink(directory, join(folder, 'current'))
  lockDirectory(join(folder, 'current')).release()
})

test('locking twice in one process is refused and does not release the first lock', async () => {
  const lock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow('in use by another process')
  const module = join(import.meta.dir, '../../../src/platform/db/directory-lock.ts')
  const code = `import { lockDirectory } from ${JSON.stringify(module)}; lockDirectory(${JSON.stringify(directory)})`
  const other = Bun.spawn([process.execPath, '-e', code], { stdout: 'ignore', stderr: 'pipe' })
  expect(await new Response(other.stderr).text()).toContain('in use by another process')
  lock.release()
  lockDirectory(directory).release()
})
