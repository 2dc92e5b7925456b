// The rows of the fault matrix: how each fault is made, and mended.
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3Config } from '../support/storage.ts'
import { measureFault, type Outcome, type World, withWorld } from './invariants.ts'
import { call } from './replicas.ts'

export type Fault = {
  name: string
  /** The way in which the fault is made, in words. */
  how: string
  /** One of the ten that run in CI. */
  isQuick: boolean
  /** Why it cannot be made here, or null. */
  missing?: () => string | null
  measure(): Promise<Outcome>
}

type Row = Omit<Fault, 'measure'> & {
  needsStore?: boolean
  throughProxy?: boolean
  run(world: World): Promise<void>
}

const CGROUP = '/sys/fs/cgroup/memory'
const isRoot = process.getuid?.() === 0
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const storeServer = process.env.TEST_STORAGE_SERVER

const row = ({ run, needsStore = false, throughProxy = false, ...fault }: Row): Fault => ({
  ...fault,
  missing: () => {
    if (needsStore && !s3Config()) return 'needs an S3 server (TEST_STORAGE_ENDPOINT)'
    return fault.missing?.() ?? null
  },
  measure: () => withWorld({ withStore: needsStore, throughProxy }, (world) => measureFault(world, run)),
})

export const faults: Fault[] = [
  row({
    name: 'replica killed',
    how: 'SIGKILL to one of three; a new one starts',
    isQuick: true,
    async run({ replicas, startReplica }) {
      process.kill(replicas[1]!.pid, 'SIGKILL')
      await Bun.sleep(500)
      replicas[1] = await startReplica()
    },
  }),
  row({
    name: 'deploy in the middle',
    how: 'each replica is stopped with SIGTERM and replaced, one after another',
    isQuick: true,
    async run({ replicas, startReplica }) {
      for (const [index, replica] of [...replicas].entries()) {
        const next = await startReplica()
        replicas[index] = next
        await replica.stop()
      }
    },
  }),
  row({
    name: 'database killed',
    how: 'Postgres crashes (immediate stop) and starts after 1 s',
    isQuick: true,
    async run({ cluster }) {
      await cluster.stop('immediate')
      await Bun.sleep(1_000)
      await cluster.start()
    },
  }),
  row({
    name: 'database paused',
    how: 'SIGSTOP to all processes of Postgres for 8 s',
    isQuick: true,
    async run({ cluster }) {
      cluster.pause()
      await Bun.sleep(8_000)
      cluster.resume()
    },
  }),
  row({
    name: 'database failed over',
    how: 'the primary crashes, its synchronous standby is promoted 1 s later',
    isQuick: true,
    throughProxy: true,
    async run(world) {
      const { cluster, proxy, sql } = world
      const standby = await cluster.addStandby()
      await Bun.sleep(1_000)
      await cluster.stop('immediate')
      await proxy.refuse()
      await Bun.sleep(1_000)
      await standby.promote()
      proxy.retarget(standby.url)
      await proxy.accept()
      await sql.end({ timeout: 1 })
      world.sql = world.connect(standby.url)
    },
  }),
  {
    name: 'database: full disk',
    how: 'a file fills the file system of the database for 3 s; Postgres is started again if it gave up',
    isQuick: false,
    missing: () => (isRoot ? null : 'needs root to mount a small file system'),
    async measure() {
      const directory = mkdtempSync(join(tmpdir(), 'frontage-disk-'))
      await run('mount', '-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', directory)
      try {
        return await withWorld({ within: directory }, (world) =>
          measureFault(world, async ({ cluster, sql }) => {
            const ballast = join(directory, 'ballast')
            // Ends when the disk is full.
            await Bun.spawn(['dd', 'if=/dev/zero', `of=${ballast}`, 'bs=64k'], { stderr: 'ignore' }).exited
            const isFull =
              await sql`create table probe as select repeat('x', 1000) from generate_series(1, 20000)`.then(
                () => false,
                () => true,
              )
            // Uses up the segments of the write-ahead log that are there; Postgres gives up when the next one does not fit.
            const switchSegment = () => sql`select pg_switch_wal()`.then(Boolean, () => false)
            while (await switchSegment()) await Bun.sleep(10)
            await Bun.sleep(3_000)
            rmSync(ballast)
            if (!isFull) throw new Error('the disk was not full')
            if (!(await cluster.isAnswering())) {
              await cluster.stop('immediate').catch(() => {})
              await cluster.start()
            }
          }),
        )
      } finally {
        await run('umount', directory)
        rmdirSync(directory)
      }
    },
  },
  row({
    name: 'connection pool exhausted',
    how: 'a lock on articles for 4 s, while 90 edits wait on all connections',
    isQuick: true,
    async run({ replicas, token, sql }) {
      const lock = sql.begin(async (tx) => {
        await tx`lock table articles in access exclusive mode`
        await tx`select pg_sleep(4)`
      })
      await Bun.sleep(100)
      const waiting = Array.from({ length: 90 }, (_, index) =>
        call(replicas[index % 3]!.url, 'PATCH', '/api/admin/articles/10', { title: `${index}` }, token),
      )
      await Promise.all([lock, ...waiting])
    },
  }),
  row({
    name: 'object store killed',
    how: 'connections are closed and refused for 3 s',
    isQuick: true,
    needsStore: true,
    async run({ store }) {
      await store!.refuse()
      await Bun.sleep(3_000)
      await store!.accept()
    },
  }),
  row({
    name: 'object store paused',
    how: 'SIGSTOP to the gateway for 8 s',
    isQuick: false,
    needsStore: true,
    missing: () => (storeServer ? null : 'needs the program of the S3 server (TEST_STORAGE_SERVER)'),
    async run() {
      await run(storeServer!, 'pause')
      await Bun.sleep(8_000)
      await run(storeServer!, 'resume')
    },
  }),
  row({
    name: 'object store slow',
    how: 'every answer is 1 s late for 5 s',
    isQuick: false,
    needsStore: true,
    async run({ store }) {
      store!.delayMs = 1_000
      await Bun.sleep(5_000)
      store!.delayMs = 0
    },
  }),
  row({
    name: 'object store answers 5xx',
    how: 'every request is answered with 500 for 3 s',
    isQuick: true,
    needsStore: true,
    async run({ store, storeUrl }) {
      using broken = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: () => new Response('', { status: 500 }),
      })
      await store!.refuse()
      store!.retarget(`http://127.0.0.1:${broken.port}`)
      await store!.accept()
      await Bun.sleep(3_000)
      await store!.refuse()
      store!.retarget(storeUrl!)
      await store!.accept()
    },
  }),
  row({
    name: 'identity provider away',
    how: 'stopped for 3 s, while people with tokens work',
    isQuick: true,
    async run({ provider }) {
      await provider.stop()
      await Bun.sleep(3_000)
      await provider.start()
    },
  }),
  row({
    name: 'clock jump',
    how: 'the clock of one replica is ten minutes ahead, then ten minutes behind (libfaketime)',
    isQuick: false,
    missing: () => (Bun.file(FAKETIME).size > 0 ? null : 'needs libfaketime (Debian package faketime)'),
    async run({ replicas, startReplica }) {
      const file = join(mkdtempSync(join(tmpdir(), 'frontage-clock-')), 'offset')
      writeFileSync(file, '+0')
      const fake = { LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }
      const replaced = replicas[1]!
      replicas[1] = await startReplica({ ...fake, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
      await replaced.stop()
      for (const offset of ['+10m', '-10m', '+0']) {
        writeFileSync(file, offset)
        await Bun.sleep(2_000)
      }
    },
  }),
  row({
    name: 'memory limit hit',
    how: 'one replica gets 40 MB more than it has and is killed by the kernel; a new one starts',
    isQuick: false,
    missing: () => {
      try {
        mkdirSync(`${CGROUP}/frontage-probe`)
        rmdirSync(`${CGROUP}/frontage-probe`)
        return null
      } catch {
        return 'needs a writable memory cgroup'
      }
    },
    async run({ replicas, startReplica, token }) {
      const group = `${CGROUP}/frontage-${process.pid}`
      mkdirSync(group)
      const { pid, url, exited } = replicas[1]!
      writeFileSync(`${group}/cgroup.procs`, String(pid))
      writeFileSync(`${group}/memory.limit_in_bytes`, String(40 * 1_048_576))
      const body = new Uint8Array(1_900_000).fill(32)
      let isKilled = false
      void exited.then(() => {
        isKilled = true
      })
      const deadline = performance.now() + 20_000
      while (!isKilled && performance.now() < deadline) {
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
        const sent = Array.from({ length: 20 }, () =>
          fetch(`${url}/api/admin/articles`, { method: 'POST', headers, body }).catch(() => null),
        )
        await Promise.all(sent)
      }
      if (!isKilled) throw new Error('the replica was not killed')
      rmdirSync(group)
      replicas[1] = await startReplica()
    },
  }),
  row({
    name: 'full log pipe',
    how: 'nobody reads the log of one replica for 4 s',
    isQuick: true,
    async run({ replicas, startReplica }) {
      // Passes on the line with the address, and then keeps the pipe open unread.
      const unread = ['bash', '-c', `exec "$0" "$@" > >(grep -m1 '"url"'; exec sleep 60)`]
      const replaced = replicas[1]!
      replicas[1] = await startReplica({}, unread)
      await replaced.stop()
      const { url } = replicas[1]!
      const end = performance.now() + 4_000
      // A path that exists: more than 1,000 others in a minute, and the replica refuses this client's images too.
      const ask = async () => (await fetch(`${url}/api/live`)).arrayBuffer()
      while (performance.now() < end) await Promise.all(Array.from({ length: 20 }, ask))
    },
  }),
]

async function run(...command: string[]) {
  const code = await Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit' }).exited
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}`)
}
