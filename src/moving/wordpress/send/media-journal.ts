// Remembers which files an import has stored, in a file with one JSON line for each, so that an import that was
// interrupted before it changed the texts does not store them again.
import { appendFile } from 'node:fs/promises'
import { z } from 'zod'

const entry = z.object({ service: z.string(), from: z.string(), to: z.string() })

export type MediaJournal = {
  /** New URLs by URL on the old site. */
  stored: ReadonlyMap<string, string>
  add(from: string, to: string): Promise<void>
}

/** `service` is the address of the site that is imported into; entries of others are ignored, and so are cut lines. */
export async function openMediaJournal(path: string, service: string): Promise<MediaJournal> {
  const stored = new Map<string, string>()
  const file = Bun.file(path)
  const text = (await file.exists()) ? await file.text() : ''
  for (const line of text.split('\n')) {
    const found = entry.safeParse(parseJson(line))
    if (found.success && found.data.service === service) stored.set(found.data.from, found.data.to)
  }
  return {
    stored,
    add: (from, to) => appendFile(path, `${JSON.stringify({ service, from, to })}\n`),
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
