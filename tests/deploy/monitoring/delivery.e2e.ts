// An alert end to end with real parts: Prometheus and Alertmanager watch the service with the shipped configuration, the
// service stops, and a fake bot API receives the message. The rules are unchanged; only addresses and intervals differ.
// Takes two minutes: `bun run proof alert`.
import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { freePort } from '../../support/free-port.ts'

const root = join(import.meta.dir, '../../..')
const directory = await mkdtemp(join(tmpdir(), 'frontage-monitoring-'))
const alertmanager = Bun.which('prometheus-alertmanager') ?? Bun.which('alertmanager')
const running: Subprocess[] = []
const messages: { path: string; body: Record<string, unknown> }[] = []

const bot = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    messages.push({ path: new URL(request.url).pathname, body: (await request.json()) as never })
    return Response.json({ ok: true, result: { message_id: 1, date: 1, chat: { id: -100, type: 'group' } } })
  },
})

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  await bot.stop(true)
  await rm(directory, { recursive: true, force: true })
})

function start(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: directory,
    env: { PATH: process.env.PATH!, ...env },
    stdout: Bun.file(join(directory, `${running.length}.out`)),
    stderr: Bun.file(join(directory, `${running.length}.err`)),
  })
  running.push(child)
  return child
}

async function until<T>(description: string, seconds: number, query: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + seconds * 1_000
  while (Date.now() < end) {
    const found = await query().catch(() => null)
    if (found) return found
    await Bun.sleep(250)
  }
  throw new Error(`${description}: not within ${seconds} s`)
}

const missing = !Bun.which('prometheus') || !alertmanager
if (missing) console.log('skipped: delivery of an alert (no prometheus or no alertmanager)')

test.skipIf(missing)(
  'the bot receives an alert when the service stops and a resolved message when it is back',
  async () => {
    const [api, prometheus, manager] = [await freePort(), await freePort(), await freePort()]
    const serve = () =>
      start(['bun', join(root, 'src/main.ts'), 'serve'], {
        PORT: String(api),
        HOST: '127.0.0.1',
        DATA_DIR: join(directory, 'data'),
      })
    const service = serve()
    await until('the service', 60, async () => (await fetch(`http://127.0.0.1:${api}/health`)).ok)

    await cp(join(root, 'deploy/monitoring/alertmanager'), join(directory, 'alertmanager'), {
      recursive: true,
    })
    const template = join(directory, 'alertmanager/alertmanager.yml')
    const text = await Bun.file(template).text()
    await Bun.write(template, text.replace(/group_(wait|interval): \w+/g, 'group_$1: 1s'))
    await Bun.write(join(directory, 'token'), '123:secret\n')
    const rendered = join(directory, 'am.yml')
    start(
      [
        join(directory, 'alertmanager/start.sh'),
        rendered,
        alertmanager!,
        `--config.file=${rendered}`,
        `--storage.path=${join(directory, 'am')}`,
        `--web.listen-address=127.0.0.1:${manager}`,
        '--cluster.listen-address=',
      ],
      {
        BOT_API_URL: bot.url.origin,
        BOT_CHAT_ID: '-100',
        BOT_TOKEN_FILE: join(directory, 'token'),
      },
    )

    await mkdir(join(directory, 'prometheus'))
    const shipped = await Bun.file(join(root, 'deploy/monitoring/prometheus/prometheus.yml')).text()
    await Bun.write(
      join(directory, 'prometheus/prometheus.yml'),
      shipped
        .replace(/_interval: 15s/g, '_interval: 1s')
        .replace(
          /dns_sd_configs:[\s\S]*?(?=\n {2}- job_name)/,
          `static_configs: [{ targets: ["127.0.0.1:${api}"] }]`,
        )
        .replace('alertmanager:9093', `127.0.0.1:${manager}`),
    )
    await cp(join(root, 'deploy/monitoring/prometheus/alerts.yml'), join(directory, 'prometheus/alerts.yml'))
    start([
      'prometheus',
      `--config.file=${join(directory, 'prometheus/prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${prometheus}`,
    ])
    await until('the scrape', 30, async () => {
      const query = encodeURIComponent('up{job="api"} == 1 and on() readiness_check{check="database"} == 1')
      const answer = await fetch(`http://127.0.0.1:${prometheus}/api/v1/query?query=${query}`)
      return ((await answer.json()) as any).data.result.length === 1
    })
    expect(messages.filter(({ body }) => String(body.text).includes('ApiDown'))).toEqual([])

    service.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    const findMessage = (state: string) => async () =>
      messages.find(({ body }) => String(body.text).includes(`ApiDown (${state})`)) ?? null
    const alert = await until('the alert', 120, findMessage('firing'))
    expect(alert.path).toBe('/bot123:secret/sendMessage')
    expect(String(alert.body.chat_id)).toBe('-100')
    expect(alert.body.text).toContain('The API is down')

    serve()
    await until('the resolved message', 60, findMessage('resolved'))
  },
)
