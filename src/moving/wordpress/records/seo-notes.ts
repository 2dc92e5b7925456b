// Notes what plugins for search engines store about a post and the record has no field for.
import type { AddNote } from '../convert/import-notes.ts'
import type { SeoFields } from './seo-fields.ts'

/** Whether the records of a kind have these fields. */
export type SeoPlaces = { keyphrase: boolean; titleAndDescription: boolean; noindex: boolean }

type Noted = {
  kind: string
  name: string
  has: SeoPlaces
  /** Whether the image for previews of links became the image of the record, or is the same. */
  usesImage: boolean
}

export function noteSeoLosses(seo: SeoFields, { kind, name, has, usesImage }: Noted, change: AddNote) {
  const { title, description, keyphrase, noindex, canonical, image, otherKeyphrases, unknownVariables } = seo
  const lost = (isLost: boolean, reason: string) => {
    if (isLost) change(kind, name, reason)
  }
  lost(image !== null && !usesImage, 'image for link previews left out: its own image is used')
  lost(canonical !== null, `canonical address left out: ${canonical}`)
  lost(otherKeyphrases.length > 0, 'keyphrases after the first left out')
  lost(keyphrase !== null && !has.keyphrase, 'keyphrase left out: Frontage has it for articles only')
  lost(
    (title !== null || description !== null) && !has.titleAndDescription,
    'title and description for search engines left out',
  )
  lost(noindex && !has.noindex, 'hidden from search engines, which its new page is not')
  for (const variable of new Set(unknownVariables))
    change(kind, name, `${variable} left out of its title or description for search engines`)
}
