// A bare program that keeps what a PATCH of the service promises, in the service's own database: the row, its revision and, by
// the trigger, the change log, in one transaction. The upper bound of what writes can reach with this design.
import postgres from 'postgres'

/** Starts it as a process of its own. `PATCH /<id>` takes `{"title": …}`. */
export async function startBareWrites(databaseUrl: string) {
  const { promise: url, resolve } = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, import.meta.path], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => resolve(message as string),
  })
  return {
    url: await url,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

if (import.meta.main) {
  const sql = postgres(process.env.DATABASE_URL!, { max: 10, onnotice: () => {} })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const id = Number(new URL(request.url).pathname.slice(1))
      const { title } = (await request.json()) as { title: string }
      const row = await sql.begin(async (tx) => {
        const [row] = await tx`update articles set title = ${title}, version = version + 1, updated_at = now()
          where id = ${id} returning *`
        await tx`insert into revisions (resource, record_id, version, actor, autosave, created_at, fields, state)
          values ('articles', ${id}, ${row!.version}, 'bench', false, now(), '{title}', ${tx.json(row as never)})`
        return row
      })
      return Response.json(row)
    },
  })
  process.send!(`http://127.0.0.1:${server.port}`)
}
