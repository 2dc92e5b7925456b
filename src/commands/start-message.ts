// The message at a terminal when the service is ready.
import { resolve } from 'node:path'
import type { Config } from '../platform/config/config.ts'

type Account = { email: string; password: string }

/** A box with the addresses, and the first admin's password where there is one to show. */
export function startMessage(
  { database, dataDirectory, site }: Pick<Config, 'database' | 'dataDirectory' | 'site'>,
  { url, account }: { url: string; account: Account | null },
): string {
  const rows: [label: string, value: string][] = [
    ['Website', url],
    ...(site.url.startsWith('http://localhost:') ? [] : [['Public', site.url] as [string, string]]),
    ['Admin', `${url}/admin`],
    ['API', `${url}/api/docs`],
    ...(account
      ? ([
          ['Email', account.email],
          ['Password', `${account.password}   (shown only once)`],
        ] as [string, string][])
      : []),
    database.kind === 'embedded' ? ['Data', resolve(dataDirectory)] : ['Data', 'Postgres (DATABASE_URL)'],
  ]
  const labelWidth = Math.max(...rows.map(([label]) => label.length))
  const lines = [
    'Frontage is running.',
    '',
    ...rows.map(([label, value]) => `${label.padEnd(labelWidth)}   ${value}`),
  ]
  const width = Math.max(...lines.map((line) => line.length))
  return [
    `╭${'─'.repeat(width + 4)}╮`,
    ...lines.map((line) => `│  ${line.padEnd(width)}  │`),
    `╰${'─'.repeat(width + 4)}╯`,
    account
      ? 'Ctrl+C stops it. Sign in and change the password in the admin panel.'
      : 'Ctrl+C stops it. Forgot the password? Then run: npm run create-admin -- --reset',
  ].join('\n')
}
