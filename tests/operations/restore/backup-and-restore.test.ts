// The full cycle with a running service: the demo site and 1,000 articles are backed up, damaged and restored.
import { describe, expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../commands/run.ts'
import { NEEDS_SERVER, noServer, on, until } from '../../support/backup-server.ts'
import { ADMIN, startOnStack } from './stack-service.ts'

const ARTICLES = 1_000

describe.skipIf(noServer)(`the full cycle${NEEDS_SERVER}`, () => {
  test('site, sign-in, audit log and media are restored while the service keeps running', async () => {
    await using started = await startOnStack('--demo')
    const { stack, env, service } = started
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(`insert into articles (title, title_en, slug, content, status, published_at, position)
        select 'مقاله ' || n, 'Article ' || n, 'bulk-' || n, '<p>' || repeat(md5(n::text) || ' ', 60) || '</p>', 'published', now(), 1000 + n
        from generate_series(1, ${ARTICLES}) n`),
    )
    await on(stack.url(stack.other), (sql) => sql.unsafe('create table app_user as select 1 as id'))

    const signIn = async () => {
      const { status, body } = await service.post('/api/auth/login', ADMIN)
      expect(status).toBe(200)
      return String(body.token)
    }
    const bytesOf = async (path: string) => {
      const answer = await fetch(service.url + path)
      return { status: answer.status, digest: Bun.SHA256.hash(await answer.bytes(), 'hex') }
    }
    const mediaPaths = async (token: string): Promise<string[]> =>
      (await service.get('/api/admin/media', token)).body.items.map(
        ({ url }: { url: string }) => new URL(url, service.url).pathname,
      )
    const audit = async (token: string) => (await service.get('/api/audit-log/integrity', token)).body
    /** The observable state of the service. */
    const capture = async () => {
      const token = await signIn()
      const paths = await mediaPaths(token)
      return {
        site: await bytesOf('/api/site'),
        articles: (await service.get('/api/articles?page=1&per_page=1')).body.total,
        media: await Promise.all(paths.sort().map(async (path) => ({ path, ...(await bytesOf(path)) }))),
        audit: await audit(token),
      }
    }
    // Adds rows to the audit log.
    const token = await signIn()
    const added = await fetch(`${service.url}/api/admin/users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        email: 'writer@example.com',
        name: 'Writer',
        role: 'creator',
        password: 'a long password',
        current_password: ADMIN.password,
      }),
    })
    expect(added.status).toBe(201)
    await until(
      async () => (await service.get('/api/articles?page=1&per_page=1')).body.total > ARTICLES,
      'the articles appeared',
    )
    const before = await capture()
    expect(before.site.status).toBe(200)
    expect(before.media.length).toBeGreaterThan(0)
    for (const { status } of before.media) expect(status).toBe(200)

    const saved = await run(['backup', '--once', '--media'], env)
    expect([saved.err, saved.code]).toEqual(['', 0])

    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(`delete from articles where slug like 'bulk-%'; update services set title = 'damaged'; delete from menu;
        update admin_users set email = id || '@example.com'; create table later (id int); delete from media`),
    )
    await on(stack.url(stack.other), (sql) => sql.unsafe('drop table app_user'))
    const media = join(env.DATA_DIR, 'media')
    const files = (await readdir(media, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes('.unfinished'),
    )
    for (const [index, file] of files.entries()) {
      const path = join(file.parentPath, file.name)
      await rm(path)
      if (index % 2 === 0) await writeFile(path, 'damaged')
    }
    await until(async () => (await bytesOf('/api/site')).digest !== before.site.digest, 'the damage appeared')
    expect((await service.post('/api/auth/login', ADMIN)).status).toBe(401)

    const restored = await run(['restore'], env)
    expect([restored.err, restored.code]).toEqual(['', 0])
    expect(restored.out).toContain('--access current keeps those of now')
    expect(restored.out).toContain('everybody signs in again')
    expect(restored.out).toContain(
      'valid again, although changed, revoked or removed after the dump: 2 mail addresses',
    )
    const brought = await run(['restore', '--media'], env)
    expect([brought.err, brought.code]).toEqual(['', 0])

    // The pool reconnects and the snapshot reloads without a restart.
    await until(
      async () => (await bytesOf('/api/site')).digest === before.site.digest,
      'the restored site appeared',
    )
    const { audit: trailAfter, ...after } = await capture()
    const { audit: trail, ...expected } = before
    expect(after).toEqual(expected)
    expect((await service.get('/api/auth/me', token)).status).toBe(401)
    // The restore and the sign-in since are the rows more.
    expect(trail).toMatchObject({ ok: true, first_broken: null })
    expect(trailAfter).toMatchObject({ ok: true, first_broken: null, rows: trail.rows + 2 })
    const upTo = `/api/audit-log?before=${trail.last.id + 1}&limit=1`
    expect((await service.get(upTo, await signIn())).body.items[0]).toMatchObject(trail.last)
    await on(stack.url(stack.other), async (sql) => {
      expect(await sql`select id from app_user`).toHaveLength(1)
    })
  })
})
