// The name of the site and its tagline, unless the site has its own.
import { RefusedError } from '../../service-client.ts'
import type { ImportOptions } from '../import-site.ts'
import { createReport } from './record-queue.ts'

export async function importSettings({ client, records, onResult }: ImportOptions) {
  if (Object.keys(records.settings).length === 0) return
  const report = createReport(onResult)
  const [existing] = await client.list('site-settings', ['id'])
  if (!existing) return
  const current = await client.read('site-settings', existing.id)
  const isDescribed = Object.keys(records.settings).some((name) => current[name])
  const name = records.settings.site_name ?? 'site settings'
  if (isDescribed) return report('site-settings', name, 'already there')
  try {
    const target = { resource: 'site-settings', id: existing.id, version: current.version }
    await client.change(target, records.settings)
    report('site-settings', name, 'created')
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    report('site-settings', name, 'failed', error.reason)
  }
}
