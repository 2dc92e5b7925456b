import { laterPart } from '../app/design/lazy-part.tsx'
import { loadTexts } from '../app/words/dictionaries.ts'

/** The mark of working copies, which lists do not begin with. */
export const DraftMark = laterPart(() =>
  Promise.all([import('./draft-mark.tsx'), loadTexts('drafts')]).then(([module]) => module.DraftMark),
)
