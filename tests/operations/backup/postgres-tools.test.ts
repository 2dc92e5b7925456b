// Choice of the client programs, with scripts that report a version.
import { afterAll, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTools, runTool } from '../../../src/operations/backup/postgres-tools.ts'
import { Secret } from '../../../src/platform/config/secret.ts'
import { libpqEnvironment, quoteLiteral } from '../../../src/platform/db/admin-connection.ts'

const folder = await mkdtemp(join(tmpdir(), 'frontage-tools-'))
afterAll(() => rm(folder, { recursive: true }))

async function install(directory: string, version: string, programs = ['pg_dump', 'pg_restore']) {
  await mkdir(join(folder, directory), { recursive: true })
  for (const name of programs) {
    const path = join(folder, directory, name)
    await Bun.write(path, `#!/bin/sh\necho "${name} (PostgreSQL) ${version} (Debian ${version}-1)"\n`)
    await chmod(path, 0o755)
  }
}

await install('debian/15/bin', '15.4')
await install('debian/18/bin', '18.1')
await install('path', '17.2')
await install('half', '16.1', ['pg_dump'])
const PATH = ['path', 'half', 'nowhere'].map((name) => join(folder, name)).join(':')
const find = (major: number, path = PATH, debian = 'debian') => findTools(major, path, join(folder, debian))

test('finds the client of the server’s version, or else the next newer one', async () => {
  expect(await find(15)).toMatchObject({
    major: 15,
    version: '15.4',
    dump: join(folder, 'debian/15/bin/pg_dump'),
  })
  expect(await find(17)).toMatchObject({ major: 17, restore: join(folder, 'path/pg_restore') })
  expect((await find(16)).major).toBe(17)
  expect((await find(14)).major).toBe(15)
})

test('fails with what to install when all clients are older than the server, or there is none', async () => {
  await expect(find(19)).rejects.toThrow(
    'pg_dump 18 is older than the server, which is Postgres 19; install the client of Postgres 19',
  )
  await expect(find(16, join(folder, 'half'), 'nothing')).rejects.toThrow(
    'pg_dump and pg_restore are not installed',
  )
})

test('a failing program’s error text is reported, and an aborted one is terminated', async () => {
  await expect(
    runTool({ command: ['sh', '-c', 'echo no >&2; exit 3'], env: {}, signal: null }),
  ).rejects.toThrow(/^no$/)
  await expect(runTool({ command: ['sh', '-c', 'exit 3'], env: {}, signal: null })).rejects.toThrow(
    'sh exited with 3',
  )
  const stopping = new AbortController()
  const running = runTool({ command: ['sleep', '600'], env: {}, signal: stopping.signal })
  stopping.abort(new Error('stopped by hand'))
  await expect(running).rejects.toThrow('stopped by hand')
})

test('libpq variables follow the URL, with the password in the environment', () => {
  const of = (url: string) => libpqEnvironment(new Secret(url))
  expect(of('postgres://me:p%40ss@db.example:6543/x?sslmode=verify-full&sslrootcert=/ca.pem')).toMatchObject({
    PGHOST: 'db.example',
    PGPORT: '6543',
    PGUSER: 'me',
    PGPASSWORD: 'p@ss',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/ca.pem',
  })
  const plain = of('postgres://me@[::1]/x')
  expect(plain).toMatchObject({ PGHOST: '::1', PGUSER: 'me' })
  expect(plain).not.toContainAnyKeys(['PGPASSWORD', 'PGPORT', 'PGSSLMODE'])
  expect(of('postgres:///x?host=/run/postgresql').PGHOST).toBe('/run/postgresql')
})

test('literals are escaped for Postgres', () => {
  expect(quoteLiteral("it's")).toBe("'it''s'")
  expect(quoteLiteral("a\\'b")).toBe("E'a\\\\''b'")
})
