import { expect, spyOn, test } from 'bun:test'
import { inspect } from 'node:util'
import pino from 'pino'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { Secret } from '../../../src/platform/config/secret.ts'

const HIDDEN = 'hunter2-hunter2-hunter2-hunter2-hunter2'
const secret = new Secret(HIDDEN)
const config = toConfig(
  parseEnv(
    {
      DATABASE_URL: `postgres://user:${HIDDEN}@db/site`,
      JWT_SECRET: HIDDEN,
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: HIDDEN,
    },
    SERVICE,
  ),
)

/** The text that `run` writes to standard output. */
function printed(run: () => void): string {
  const lines: string[] = []
  const spy = spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  try {
    run()
  } finally {
    spy.mockRestore()
  }
  return lines.join('')
}

test.each<[string, (value: unknown) => string]>([
  ['JSON.stringify', (value) => JSON.stringify(value)],
  ['util.inspect', (value) => inspect(value, { depth: 10, showHidden: true })],
  [
    'util.inspect of a proxy',
    (value) => inspect(new Proxy(value as object, {}), { showProxy: true, depth: 10 }),
  ],
  ['Bun.inspect', (value) => Bun.inspect(value, { depth: 10 })],
  ['a template string', (value) => `${value}`],
  ['String', (value) => String(value)],
  ['its own keys', (value) => JSON.stringify(Object.entries(value as object))],
  ['a spread copy', (value) => inspect({ ...(value as object) }, { depth: 10 })],
  ['structuredClone', (value) => inspect(structuredClone(JSON.parse(JSON.stringify(value))), { depth: 10 })],
  ['the log', (value) => printed(() => pino({}, process.stdout).info({ value }, 'start'))],
  ['an error message', (value) => new Error(`failed with ${value}`).message],
])('%s does not show the secret', (_, show) => {
  for (const value of [secret, config, { deep: { secret } }, [secret]])
    expect(show(value)).not.toContain('hunter2')
})

test('console.log does not show the secret', async () => {
  const path = new URL('../../../src/platform/config/secret.ts', import.meta.url).pathname
  const code = `import { Secret } from ${JSON.stringify(path)}
    const secret = new Secret('hunter2'); console.log(secret, { secret }, [secret], \`\${secret}\`, new Map([[1, secret]])); console.error('%s %o %j', secret, secret, secret)`
  const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'pipe' })
  const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
  expect(output.match(/\[secret\]/g)!.length).toBeGreaterThanOrEqual(5)
  expect(output).not.toContain('hunter2')
})

test('reveal returns the value', () => {
  expect(secret.reveal()).toBe(HIDDEN)
})
