import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

test('media sweep reads only the configuration of database and store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frontage-sweep-'))
  try {
    // Invalid for the service, but in groups that this command does not read.
    const unread = { JWT_SECRET: 'short', OIDC_AUDIENCE: 'alone', SITE_URL: 'nowhere' }
    const env = { DATA_DIR: folder, ...unread }
    const stray = join(folder, 'media/2020/01/stray.png')
    await mkdir(join(stray, '..'), { recursive: true })
    await writeFile(stray, 'x')
    await utimes(stray, new Date('2020-01-01'), new Date('2020-01-01'))

    expect(await run(['media', 'sweep'], env)).toEqual({
      code: 0,
      out: 'object without an image: 2020/01/stray.png\n0 images, 1 leftovers; --delete removes them.\n',
      err: '',
    })
    expect((await run(['media', 'sweep', '--delete'], env)).out).toEndWith('0 images, 1 leftovers removed.\n')
    expect(existsSync(stray)).toBe(false)

    const broken = await run(['media', 'sweep'], { ...env, STORAGE_BUCKET: 'media' })
    expect([broken.code, broken.out]).toEqual([1, ''])
    expect(broken.err).toContain('STORAGE_ENDPOINT: is required with STORAGE_BUCKET')
  } finally {
    await rm(folder, { recursive: true })
  }
})
