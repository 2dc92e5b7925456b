// The programs and the folder that tests find by themselves.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Need } from './need.ts'

/** `commands` are the names that the program has on different systems. */
function tool(name: string, packages: string[], commands: string[]): Need {
  const PATH = `${process.env.PATH}:/usr/sbin:/sbin`
  return { name, packages, isInstalled: () => commands.some((command) => Bun.which(command, { PATH })) }
}

export const chromium = tool('Chromium', ['chromium'], ['chromium', 'chromium-browser', 'google-chrome'])
export const libreOffice = tool('LibreOffice', ['libreoffice-calc'], ['soffice'])
export const prometheus = tool('Prometheus', ['prometheus'], ['promtool'])
export const alertmanager = tool('Alertmanager', ['prometheus-alertmanager'], ['amtool'])
export const varnish = tool('Varnish', ['varnish'], ['varnishd'])
export const pgBouncer = tool('PgBouncer', ['pgbouncer'], ['pgbouncer'])

/** Optional extras beside the repository: data/ for tests on real input, and the programs of servers in tools/. */
export const sharedFolder = () => resolve(import.meta.dir, '..', process.env.FRONTAGE_SHARED ?? '../shared')

export const realInput: Need = {
  name: 'real input in $FRONTAGE_SHARED/data',
  packages: [],
  isInstalled: () => existsSync(join(sharedFolder(), 'data')),
}
