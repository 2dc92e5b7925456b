import { expect, test } from 'bun:test'
import { startMessage } from '../../src/commands/start-message.ts'
import { toConfig } from '../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../src/platform/config/env.ts'

const url = 'http://localhost:3000'
const messageFor = (env: Record<string, string>, account: { email: string; password: string } | null) =>
  startMessage(toConfig(parseEnv(env, SERVICE)), { url, account })

test('the first start shows a box with the addresses, the account and the data directory', () => {
  const lines = messageFor({ DATA_DIR: '/srv/data' }, { email: 'a@example.com', password: 'secret' }).split(
    '\n',
  )
  const rows = lines.slice(1, -2)
  expect(rows.map((row) => row.slice(1, -1).trim())).toEqual([
    'Frontage is running.',
    '',
    'Website    http://localhost:3000',
    'Admin      http://localhost:3000/admin',
    'API        http://localhost:3000/api/docs',
    'Email      a@example.com',
    'Password   secret   (shown only once)',
    'Data       /srv/data',
  ])
  expect(new Set(lines.slice(0, -1).map((line) => line.length)).size).toBe(1)
})

test('later starts tell how to get a new password', () => {
  const env = {
    DATABASE_URL: 'postgres://u:hidden@db/site',
    JWT_SECRET: 'k'.repeat(32),
    SITE_URL: 'https://www.example.com',
  }
  const message = messageFor(env, null)
  expect(message).toContain('Public    https://www.example.com')
  expect(message).toContain('npm run create-admin -- --reset')
  expect(message).not.toMatch(/hidden|Password/)
})
