// Whether the service shows its demo site, to which an import would only add.
import { inEnglish } from '../records/translated-fields.ts'
import type { Client } from './frontage-client.ts'

/** The English name of the demo site; a test compares it with the demo content. */
export const DEMO_NAME = 'Frontage Demo Co.'

export async function hasDemoContent(client: Client): Promise<boolean> {
  const [settings] = await client.list('site-settings', ['id'])
  return (
    settings !== undefined &&
    (await client.read('site-settings', settings.id))[inEnglish('site_name')] === DEMO_NAME
  )
}

export const DEMO_HINT =
  'The site contains the demo content; the import adds to it. To start without it: stop the service, remove its data ' +
  'directory (or give it an empty database), and start it with npm run start:empty.'
