// The labels of the built-in pages, per language; a language that is missing here gets the English ones.
import { arabic } from './arabic.ts'
import { english, type Labels } from './english.ts'
import { german } from './german.ts'
import { persian } from './persian.ts'

export type { Labels }

const labels: Record<string, Labels> = { ar: arabic, de: german, en: english, fa: persian }

/** The labels for a language subtag such as `fa`. */
export const labelsFor = (language: string): Labels => labels[language] ?? english
